import { createServer } from "node:http"
import { serveNode } from "@/api/node"

// Our own pipeline as it would be without credentials, limits and the request log: bundleBare puts without.ts in their place.

createServer((message, response) => void serveNode(message, response)).listen(Number(process.env.PORT), () => process.send?.({ type: "ready" }))
