import { onSupportedNode } from "./node-version.mjs"

onSupportedNode(function () {
  return import("./start-main.mjs")
})
