import { once } from "node:events"
import { createServer, type IncomingMessage } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { readMessageBody } from "@/http/node"

const server = createServer()

beforeAll(() => once(server.listen(0, "127.0.0.1"), "listening"))
afterAll(() => void server.close())

test("reading a body whose sender has already disconnected rejects with bad_request", async () => {
  const arriving = once(server, "request") as Promise<[IncomingMessage]>
  const sender = connect((server.address() as AddressInfo).port, "127.0.0.1")
  sender.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf")
  const [message] = await arriving
  // Without an error listener, as in a server that has not started to read the message.
  const gone = new Promise((resolve) => message.on("close", resolve))
  sender.destroy()
  await gone
  await expect(readMessageBody(message, 1_000)).rejects.toMatchObject({ code: "bad_request" })
})
