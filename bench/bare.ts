import { createServer } from "node:http"
import { serveNode } from "@/http/node"
import { answerRest } from "@/api/rest"

// Our own pipeline as it would be without credentials, limits and the request log: bundleBare puts without.ts in their place.

const serve = serveNode(answerRest)

createServer((message, response) => void serve(message, response)).listen(Number(process.env.PORT), () =>
  process.send?.({ type: "ready" }),
)
