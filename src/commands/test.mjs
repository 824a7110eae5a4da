import { onSupportedNode } from "./node-version.mjs"

onSupportedNode(function () {
  return import("./test-main.mjs")
})
