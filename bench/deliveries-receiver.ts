import { createServer } from "node:http"

// The local receiver of the webhook measurement: responds with 204, and to GET with the count since the last GET.
// Run as a process of its own: node --import tsx bench/deliveries-receiver.ts

let count = 0
let first = 0
let last = 0

// The bench that started it has ended.
process.once("disconnect", () => process.exit(0))
createServer((message, response) => {
  if (message.method === "GET") {
    response.end(JSON.stringify({ count, milliseconds: last - first }))
    if (message.url === "/reset") count = 0
    return
  }
  message.resume().on("end", () => {
    last = performance.now()
    if (count++ === 0) first = last
    response.writeHead(204).end()
  })
}).listen(Number(process.env.PORT), "127.0.0.1", () => process.send?.({ type: "ready" }))
