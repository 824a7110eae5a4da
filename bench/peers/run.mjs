import { onSupportedNode } from "../../src/commands/node-version.mjs"

onSupportedNode(function () {
  return import("./run-main.mjs")
})
