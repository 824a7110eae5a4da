import { onSupportedNode } from "./node-version.mjs"

onSupportedNode(function () {
  return import("./dispatch.mjs")
})
