import { onSupportedNode } from "./node-version.mjs"

onSupportedNode(function () {
  return import("./dev-main.mjs")
})
