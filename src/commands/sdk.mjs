import { onSupportedNode } from "./node-version.mjs"

onSupportedNode(function () {
  return import("./sdk-main.mjs")
})
