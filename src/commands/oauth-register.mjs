import { onSupportedNode } from "./node-version.mjs"

onSupportedNode(function () {
  return import("./oauth-register-main.mjs")
})
