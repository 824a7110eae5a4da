import { once } from "node:events"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, expect, test } from "vitest"
import { Connections } from "@/api/connections"

let server: Server
const clients: Socket[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
  server.close()
})

/** Starts a server with these limits. */
async function start(max: number, serve: (message: IncomingMessage, response: ServerResponse) => void): Promise<void> {
  const connections = new Connections(max, serve)
  server = createServer((message, response) => connections.handle(message, response))
  server.on("connection", (socket) => connections.accept(socket))
  server.on("clientError", (error, socket) => connections.rejectMalformed(error, socket as Socket))
  server.listen(0)
  await once(server, "listening")
}

interface Client {
  socket: Socket
  received: () => string
  closed: () => boolean
}

async function open(): Promise<Client> {
  const socket = connect((server.address() as AddressInfo).port, "localhost")
  clients.push(socket)
  let [received, closed] = ["", false]
  socket.on("data", (data) => (received += data.toString()))
  socket.on("error", () => undefined)
  socket.on("close", () => (closed = true))
  await once(socket, "connect")
  return { socket, received: () => received, closed: () => closed }
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
}
function bodies(received: string): string[] {
  return received
    .split("HTTP/1.1 200 OK\r\n")
    .slice(1)
    .map((response) => response.split("\r\n\r\n")[1] ?? "")
}
function echo(message: IncomingMessage, response: ServerResponse): void {
  response.setHeader("content-length", message.url?.length ?? 0).end(message.url)
}

test("pipelined requests are served one at a time, in order", async () => {
  let [active, most] = [0, 0]
  await start(100, (message, response) => {
    most = Math.max(most, ++active)
    response.once("close", () => active--)
    void sleep(Math.random() < 0.01 ? 1 : 0).then(() => echo(message, response))
  })
  const { socket, received } = await open()
  const paths = Array.from({ length: 3_000 }, (_, index) => `/${index}`)
  socket.write(paths.map(get).join(""))
  await expect.poll(() => bodies(received()).length, { timeout: 60_000 }).toBe(3_000)
  expect(bodies(received())).toEqual(paths)
  expect(most).toBe(1)
  socket.write(get("/after"))
  await expect.poll(() => bodies(received()).at(-1)).toBe("/after")
})

test("a connection with waiting requests is not read, so its input does not fill memory", async () => {
  let unanswered: (() => void)[] | null = []
  await start(100, (message, response) => {
    if (unanswered) unanswered.push(() => echo(message, response))
    else echo(message, response)
  })
  const { socket, received } = await open()
  let taken = 0
  socket.write(get("/first"))
  const piece = get("/next").repeat(2_000)
  const pieces = Math.ceil(32_000_000 / piece.length)
  for (let index = 0; index < pieces; index++) socket.write(piece, (error) => (taken += error ? 0 : piece.length))
  let before = -1
  while (before !== taken) {
    before = taken
    await sleep(1_000)
  }
  // The rest is buffered by the operating system.
  expect(taken).toBeLessThan(20_000_000)
  expect(received()).toBe("")
  const answers = unanswered
  unanswered = null
  for (const respond of answers) respond()
  await expect.poll(() => bodies(received()).length, { timeout: 20_000 }).toBeGreaterThan(3_000)
})

test("the body of a pipelined request is complete when the request is served", async () => {
  await start(100, (message, response) => {
    let body = ""
    message.on("data", (data: Buffer) => (body += data.toString()))
    message.on("end", () => void sleep(20).then(() => response.setHeader("content-length", body.length).end(body)))
  })
  const { socket, received } = await open()
  const bodyOf = (text: string) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${text.length}\r\n\r\n${text}`
  const long = "x".repeat(300_000)
  socket.write(bodyOf("one") + bodyOf("two") + bodyOf(long).slice(0, -10))
  await sleep(100)
  socket.write(long.slice(-10))
  await expect.poll(() => bodies(received()), { timeout: 20_000 }).toEqual(["one", "two", long])
})

test("malformed HTTP gets a 400 after the responses to the requests before it", async () => {
  await start(100, (message, response) => void sleep(50).then(() => echo(message, response)))
  const { socket, received, closed } = await open()
  socket.write(`${get("/1")}${get("/2")}NONSENSE\r\n\r\n`)
  await expect.poll(closed, { timeout: 10_000 }).toBe(true)
  expect(received().match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 400"])
})

test("above the connection limit, the connections idle longest are closed, never one with an active request", async () => {
  let respond = (): void => undefined
  await start(3, (message, response) => {
    if (message.url === "/slow") respond = () => echo(message, response)
    else echo(message, response)
  })
  const busy = await open()
  busy.socket.write(get("/slow"))
  const idle = await open()
  idle.socket.write(get("/done"))
  await expect.poll(() => bodies(idle.received())).toEqual(["/done"])
  const silent = await open()
  const newcomers = [await open(), await open()]
  await expect.poll(() => [idle.closed(), silent.closed()], { timeout: 10_000 }).toEqual([true, true])
  for (const { socket } of newcomers) socket.write(get("/served"))
  await expect
    .poll(() => newcomers.map(({ received }) => bodies(received())), { timeout: 10_000 })
    .toEqual([["/served"], ["/served"]])
  respond()
  await expect.poll(() => bodies(busy.received())).toEqual(["/slow"])
})

test("the idle time of a connection starts at its last response, not when it was opened", async () => {
  await start(3, echo)
  const active = await open()
  const idle = await open()
  for (const { socket, received } of [active, idle]) {
    socket.write(get("/first"))
    await expect.poll(() => bodies(received())).toEqual(["/first"])
  }
  const third = await open()
  active.socket.write(get("/second"))
  await expect.poll(() => bodies(active.received()).at(-1)).toBe("/second")
  await open()
  await expect.poll(() => [active, idle, third].filter(({ closed }) => closed()).length, { timeout: 10_000 }).toBe(1)
  expect(active.closed()).toBe(false)
})

test("when too many requests wait, the connections with the most waiting requests are closed", async () => {
  let answers: (() => void)[] | null = []
  await start(1_000, (message, response) => {
    if (answers) answers.push(() => echo(message, response))
    else echo(message, response)
  })
  const pipelining = async (requests: number): Promise<Client> => {
    const client = await open()
    client.socket.write("GET / HTTP/1.1\r\nHost:x\r\n\r\n".repeat(requests))
    return client
  }
  const greedy = await Promise.all(Array.from({ length: 8 }, () => pipelining(2_400)))
  await expect.poll(() => answers?.length).toBe(8)
  // These use up the remaining limit.
  const modest: Client[] = []
  for (let index = 0; index < 200; index++) modest.push(await pipelining(50))
  const latest = await pipelining(80)
  await expect.poll(() => answers?.length, { timeout: 20_000 }).toBe(209)
  const waiting = answers ?? []
  answers = null
  for (const respond of waiting) respond()
  await expect.poll(() => bodies(latest.received()).length, { timeout: 20_000 }).toBe(80)
  expect(modest.filter(({ closed }) => closed())).toEqual([])
  expect(greedy.filter(({ closed }) => closed()).length).toBeGreaterThan(0)
})

test("no further request is served for a connection that the client has closed", async () => {
  let served = 0
  await start(100, (message, response) => {
    served++
    void sleep(20).then(() => echo(message, response))
  })
  const { socket } = await open()
  socket.write(get("/").repeat(200))
  await expect.poll(() => served).toBeGreaterThan(0)
  socket.destroy()
  await sleep(200)
  const then = served
  expect(then).toBeLessThan(200)
  await sleep(200)
  expect(served).toBe(then)
})
