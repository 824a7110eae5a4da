import { createServer } from "node:http"
import { serveNode } from "@/http/node"
import { handleRest } from "@/api/rest"

// Our pipeline without credentials, limits and the request log: bundleBare replaces them by stubs.ts.

const serve = serveNode(handleRest)

createServer((message, response) => void serve(message, response)).listen(Number(process.env.PORT), () =>
  process.send?.({ type: "ready" }),
)
