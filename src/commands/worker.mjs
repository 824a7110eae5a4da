import { onSupportedNode } from "./node-version.mjs"

onSupportedNode(function () {
  return import("./worker-main.mjs")
})
