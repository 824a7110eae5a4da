import { onSupportedNode } from "./node-version.mjs"

onSupportedNode(function () {
  return import("./export-main.mjs")
})
