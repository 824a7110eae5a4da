import { onSupportedNode } from "./node-version.mjs"

onSupportedNode(function () {
  return import("./import-main.mjs")
})
