import { onSupportedNode } from "./node-version.mjs"

onSupportedNode(function () {
  return import("./oauth-roll-keys-main.mjs")
})
