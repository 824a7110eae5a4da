import { createServer as createHttpServer, type RequestListener } from "node:http"
import { createServer as createHttpsServer } from "node:https"
import {
  createServer as createTcpServer,
  type AddressInfo,
  type LookupFunction,
  type Server,
  type Socket,
} from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import tls, { type ConnectionOptions } from "node:tls"
import { gzipSync } from "node:zlib"
import { generate } from "selfsigned"
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { type FetchPolicy, SafeFetcher } from "@/platform/safe-fetch/safe-fetch"
import { DnsServer } from "@/testing/fixtures/dns-server"

/** Timeout for a receiver that never finishes. */
const TIMEOUT_MS = 1_000
/** Timeout for all others, never reached. */
const PATIENT_MS = 10_000
const PUBLIC = ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"]

/** Names and their IP addresses; "turning" is public the first time and internal from then on. */
const NAMES: Record<string, readonly string[] | null> = {
  "public.example": PUBLIC,
  "inside.example": ["10.0.0.7"],
  "inside6.example": ["fd12::7"],
  "metadata.example": ["169.254.169.254"],
  "half.example": ["93.184.216.34", "127.0.0.1"],
  "half6.example": ["93.184.216.34", "::1"],
  "mapped.example": ["::ffff:10.0.0.7"],
  "nat64.example": ["64:ff9b::a00:7"],
  "silent.example": null,
}

let dns: DnsServer
let turns = 0
let servers: Server[] = []
let fetchers: SafeFetcher[] = []

beforeAll(async () => {
  dns = await DnsServer.open((name) =>
    name === "turning.example"
      ? turns++ < 2
        ? PUBLIC
        : ["127.0.0.1"]
      : (NAMES[name] ?? (name === "silent.example" ? null : [])),
  )
})
afterAll(() => dns.close())
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(fetchers.map((fetcher) => fetcher.close()))
  for (const server of servers) server.close()
  servers = []
  fetchers = []
})

function fetcher(policy: Partial<FetchPolicy> = {}): SafeFetcher {
  const created = new SafeFetcher({
    ports: [443],
    loopback: false,
    dnsServers: [dns.address],
    timeoutMs: PATIENT_MS,
    ...policy,
  })
  fetchers.push(created)
  return created
}

async function listen(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return (server.address() as AddressInfo).port
}

/** Starts a server on loopback that the fetcher may reach. */
async function local(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createHttpServer(listener))}/hook`
}

/**
 * Starts a server that represents the public internet: connections to any public address reach it, and its certificate
 * is trusted.
 * @returns its port, and the addresses of the connections
 */
async function publicServer(
  listener: RequestListener,
): Promise<{ port: number; connected: unknown[]; connections: () => number }> {
  const { private: key, cert } = await generate([{ name: "commonName", value: "public.example" }])
  const server = createHttpsServer({ key, cert }, listener)
  let connections = 0
  server.on("connection", () => connections++)
  const port = await listen(server)
  const connected: unknown[] = []
  const connect = tls.connect as (options: ConnectionOptions) => tls.TLSSocket
  vi.spyOn(tls, "connect").mockImplementation(((options: ConnectionOptions) => {
    const lookup: LookupFunction = (name, how, callback) =>
      options.lookup?.(name, how, (error, found, family) => {
        if (error) return callback(error, found, family)
        connected.push(found)
        callback(null, [{ address: "127.0.0.1", family: 4 }])
      })
    return connect({ ...options, lookup, rejectUnauthorized: false })
  }) as typeof tls.connect)
  return { port, connected, connections: () => connections }
}

/** Starts a server with a raw socket handler. */
async function raw(speak: (socket: Socket) => void): Promise<string> {
  const port = await listen(
    createTcpServer((socket) => {
      socket.on("error", () => undefined)
      socket.once("data", () => speak(socket))
    }),
  )
  return `http://127.0.0.1:${port}/`
}

function inward(policy: Partial<FetchPolicy> = {}): SafeFetcher {
  return fetcher({ loopback: true, ...policy })
}
const REQUEST = { headers: { "content-type": "application/json" }, body: "{}" }

describe("a URL is rejected", () => {
  test.each([
    ["", "invalid_url"],
    ["hook", "invalid_url"],
    ["https://", "invalid_url"],
    [`https://public.example/${"x".repeat(2048)}`, "invalid_url"],
    ["http://public.example/", "https_required"],
    ["http://127.0.0.1/", "https_required"],
    ["ftp://public.example/", "https_required"],
    ["file:///etc/passwd", "https_required"],
    ["javascript:alert(1)", "https_required"],
    ["https://user@public.example/", "credentials_not_allowed"],
    ["https://public.example:secret@10.0.0.7/", "credentials_not_allowed"],
    ["https://:secret@public.example/", "credentials_not_allowed"],
    ["https://public.example:22/", "port_not_allowed"],
    ["https://public.example:8443/", "port_not_allowed"],
    ["https://public.example:80/", "port_not_allowed"],
    ["https://nowhere.example/", "host_not_found"],
  ])("%s: %s", async (url, code) => {
    await expect(fetcher().check(url)).rejects.toMatchObject({ name: "UrlRejected", code })
    expect(await fetcher().post(url, REQUEST)).toMatchObject({ statusCode: null, error: code, body: null })
  })

  test.each([
    ..."127.0.0.1 127.1 127.0.0.1. 0x7f.1 0x7f000001 2130706433 017700000001 0177.0.0.1 ①②⑦.0.0.1 127。0。0。1 %31%32%37.0.0.1 0 0.0.0.0 10.0.0.7 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 100.100.100.200 192.0.0.192 192.0.2.1 192.88.99.1 198.18.0.1 198.51.100.1 203.0.113.1 168.63.129.16 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255".split(
      " ",
    ),
    ..."::1 :: ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:0:7f00:1 ::ffff:10.0.0.7 64:ff9b::7f00:1 64:ff9b::10.0.0.7 64:ff9b:1::7f00:1 2002:7f00:1:: 2002:a00:7::1 2001::7f00:1 2001:0:4136:e378:8000:63bf:3fff:fdd2 fe80::1 fec0::1 fc00::1 fd00:ec2::254 ff02::1 100::1 2001:2::1 2001:10::1 2001:20::1 2001:db8::1 3fff::1 5f00::1 4000::1 2606:4700::5efe:a00:7 2606:4700::200:5efe:a00:7"
      .split(" ")
      .map((address) => `[${address}]`),
    ..."localhost localhost. LOCALHOST a.localhost inside.example inside.example. inside6.example metadata.example half.example half6.example mapped.example nat64.example".split(
      " ",
    ),
  ])("https://%s/: the IP address is not public", async (host) => {
    await expect(fetcher().check(`https://${host}/`)).rejects.toMatchObject({ code: "address_not_public" })
    expect(await fetcher().post(`https://${host}/`, REQUEST)).toMatchObject({
      statusCode: null,
      error: "address_not_public",
    })
  })

  test("unless it is public", async () => {
    for (const host of [
      "public.example",
      "PUBLIC.example.",
      "93.184.216.34",
      "[2606:2800:220:1:248:1893:25c8:1946]",
      "1.1.1.1",
    ])
      await expect(fetcher().check(`https://${host}/`)).resolves.toBeUndefined()
    await expect(fetcher({ ports: [443, 8443] }).check("https://public.example:8443/")).resolves.toBeUndefined()
  })

  test("on the loopback unless the setting allows it, which allows no other internal address", async () => {
    for (const url of [
      "http://localhost:4000/",
      "http://127.0.0.1:4000/",
      "https://[::1]:4000/",
      "http://hooks.localhost/",
    ]) {
      await expect(inward().check(url)).resolves.toBeUndefined()
      await expect(fetcher().check(url)).rejects.toMatchObject({ name: "UrlRejected" })
    }
    for (const url of [
      "https://10.0.0.7/",
      "https://inside.example/",
      "https://half.example/",
      "https://metadata.example/",
    ])
      await expect(inward().check(url)).rejects.toMatchObject({ code: "address_not_public" })
    await expect(inward().check("http://inside.example/")).rejects.toMatchObject({ code: "https_required" })
  })
})

describe("a host name whose DNS records change", () => {
  test("is rejected at the connection, even if it was public at the check", async () => {
    let connections = 0
    const port = await listen(createTcpServer((socket) => (connections++, socket.destroy())))
    const asking = fetcher({ ports: [port] })
    turns = 0
    await expect(asking.check(`https://turning.example:${port}/`)).resolves.toBeUndefined()
    expect(await asking.post(`https://turning.example:${port}/`, REQUEST)).toMatchObject({
      error: "address_not_public",
    })
    expect(connections).toBe(0)
  })

  test("is resolved once per connection, which goes to the checked addresses", async () => {
    const { port, connected } = await publicServer((_message, response) => response.end())
    turns = 0
    const before = dns.queriedNames.length
    expect(await fetcher({ ports: [port] }).post(`https://turning.example:${port}/`, REQUEST)).toMatchObject({
      statusCode: 200,
      error: null,
    })
    expect(dns.queriedNames.slice(before)).toEqual(["turning.example", "turning.example"])
    expect(connected).toEqual([PUBLIC.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))])
  })

  test("is resolved again when a connection is older than a minute", async () => {
    const { port, connections } = await publicServer((_message, response) => response.end())
    const asking = fetcher({ ports: [port] })
    const began = performance.now()
    const postAfter = async (seconds: number) => {
      vi.spyOn(performance, "now").mockReturnValue(began + seconds * 1000)
      const response = await asking.post(`https://turning.example:${port}/`, REQUEST)
      // Until the connection is free again.
      await sleep(50)
      return response.error ?? response.statusCode
    }
    turns = 0
    expect([await postAfter(0), await postAfter(30), await postAfter(59)]).toEqual([200, 200, 200])
    expect(await postAfter(61)).toBe("address_not_public")
    expect(connections()).toBe(1)
  })

  test("and one that is never resolved does not delay other requests", async () => {
    const stop = new AbortController()
    const asking = fetcher()
    const silent = Array.from({ length: 100 }, () =>
      asking.post("https://silent.example/", { ...REQUEST, signal: stop.signal }),
    )
    await asking.check("https://public.example/")
    stop.abort()
    expect(new Set((await Promise.all(silent)).map(({ error }) => error))).toEqual(new Set(["stopped"]))
    expect(await fetcher({ timeoutMs: TIMEOUT_MS }).post("https://silent.example/", REQUEST)).toMatchObject({
      statusCode: null,
      error: "timeout",
    })
  })
})

describe("a response", () => {
  test("has its headers, body and duration", async () => {
    const url = await local((message, response) => {
      expect(message).toMatchObject({
        method: "POST",
        url: "/hook",
        headers: { "content-type": "application/json", "content-length": "2" },
      })
      response.writeHead(201, { "x-made": "yes", "set-cookie": ["a=1", "b=2"] }).end("made")
    })
    expect(await inward().post(url, REQUEST)).toEqual({
      statusCode: 201,
      error: null,
      headers: expect.objectContaining({ "x-made": "yes" }) as object,
      body: "made",
      durationMs: expect.any(Number) as number,
    })
  })

  test("that redirects is not followed", async () => {
    let requests = 0
    const url = await local(
      (message, response) => (
        requests++, response.writeHead(307, { location: message.url === "/hook" ? "/elsewhere" : "/hook" }).end()
      ),
    )
    expect(await inward().post(url, REQUEST)).toMatchObject({ statusCode: 307, error: null })
    expect(requests).toBe(1)
  })

  test("is read up to 64 KiB, without waiting for the rest", async () => {
    const url = await local((_message, response) => {
      response.writeHead(200)
      const more = (): void => void (response.destroyed || response.write("x".repeat(16_384), () => setImmediate(more)))
      more()
    })
    const response = await inward().post(url, REQUEST)
    expect(response).toMatchObject({ statusCode: 200, error: null })
    expect(response.body).toHaveLength(65_536)
    expect(response.durationMs).toBeLessThan(PATIENT_MS)
  })

  test("that is compressed is not decompressed", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const url = await local((_message, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb))
    expect(await inward().post(url, REQUEST)).toMatchObject({ statusCode: 200, error: null, body: null })
  })

  test("with NULs has no body, and invalid UTF-8 is replaced", async () => {
    const binary = await local((_message, response) => response.writeHead(200).end(Buffer.from([0, 1, 2])))
    const latin = await local((_message, response) =>
      response.writeHead(200, { "x-name": Buffer.from("é").toString("latin1") }).end(Buffer.from([0x61, 0xe9, 0x62])),
    )
    expect(await inward().post(binary, REQUEST)).toMatchObject({ statusCode: 200, body: null })
    expect(await inward().post(latin, REQUEST)).toMatchObject({ statusCode: 200, body: "a\ufffdb" })
  })

  test("is the final one, after informational ones", async () => {
    const url = await local((_message, response) => {
      response.writeProcessing()
      response.writeHead(204).end()
    })
    expect(await inward().post(url, REQUEST)).toMatchObject({ statusCode: 204, error: null })
  })
})

describe("a misbehaving receiver is a bounded failure", () => {
  const slowly = (socket: Socket, text: string): void => {
    let at = 0
    const timer = setInterval(
      () => (socket.destroyed ? clearInterval(timer) : socket.write(text.charAt(at++ % text.length))),
      20,
    )
  }
  test.each<[string, (socket: Socket) => void, { statusCode: number | null; error: string }]>([
    ["silence", () => undefined, { statusCode: null, error: "timeout" }],
    ["slow headers", (socket) => slowly(socket, "HTTP/1.1 200 OK\r\nx: y"), { statusCode: null, error: "timeout" }],
    [
      "a slow body",
      (socket) => (socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n"), slowly(socket, "x")),
      { statusCode: 200, error: "timeout" },
    ],
    [
      "endless informational responses",
      (socket) => slowly(socket, "HTTP/1.1 103 Early Hints\r\n\r\n"),
      { statusCode: null, error: "timeout" },
    ],
  ])("%s", async (_how, speak, outcome) => {
    const response = await inward({ timeoutMs: TIMEOUT_MS }).post(await raw(speak), REQUEST)
    expect(response).toMatchObject(outcome)
    expect(response.durationMs).toBeLessThan(PATIENT_MS)
  })

  test.each<[string, (socket: Socket) => void, { statusCode: number | null; error: string }]>([
    [
      "a truncated body",
      (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf"),
      { statusCode: 200, error: "connection_failed" },
    ],
    ["a closed connection", (socket) => socket.destroy(), { statusCode: null, error: "connection_failed" }],
    [
      "headers of 100 KB",
      (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(100_000)}\r\n\r\n`),
      { statusCode: null, error: "headers_too_large" },
    ],
    [
      "20,000 headers",
      (socket) => socket.write(`HTTP/1.1 200 OK\r\n${"x: y\r\n".repeat(20_000)}\r\n`),
      { statusCode: null, error: "headers_too_large" },
    ],
    [
      "another protocol",
      (socket) => socket.write("SSH-2.0-OpenSSH_9.2\r\n"),
      { statusCode: null, error: "invalid_response" },
    ],
  ])("%s", async (_how, speak, outcome) => {
    expect(await inward().post(await raw(speak), REQUEST)).toMatchObject(outcome)
  })

  test("an untrusted certificate", async () => {
    const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }])
    let requests = 0
    const port = await listen(createHttpsServer({ key, cert }, (_message, response) => (requests++, response.end())))
    expect(await inward().post(`https://localhost:${port}/`, REQUEST)).toMatchObject({
      statusCode: null,
      error: "tls_failed",
    })
    expect(requests).toBe(0)
  })

  test("no TLS", async () => {
    const port = await listen(createHttpServer((_message, response) => response.end()))
    expect(await inward().post(`https://localhost:${port}/`, REQUEST)).toMatchObject({
      statusCode: null,
      error: "tls_failed",
    })
  })
})

test("a request aborted during the DNS lookup is not sent", async () => {
  let requests = 0
  const port = await listen(createHttpServer((_message, response) => (requests++, response.end())))
  const stop = new AbortController()
  const posted = inward().post(`http://localhost:${port}/`, { ...REQUEST, signal: stop.signal })
  stop.abort()
  expect(await posted).toMatchObject({ statusCode: null, error: "stopped" })
  expect(await inward().post(`http://localhost:${port}/`, { ...REQUEST, signal: stop.signal })).toMatchObject({
    error: "stopped",
  })
  await sleep(100)
  expect(requests).toBe(0)
})

test("a request in progress completes when its connection reaches its maximum age", async () => {
  const held: (() => void)[] = []
  const url = await local((_message, response) => held.push(() => response.end("whole")))
  const asking = inward()
  const first = asking.post(url, REQUEST)
  await expect.poll(() => held.length, { timeout: PATIENT_MS }).toBe(1)
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 61_000)
  const second = asking.post(url, REQUEST)
  await expect.poll(() => held.length, { timeout: PATIENT_MS }).toBe(2)
  for (const release of held) release()
  expect(await Promise.all([first, second])).toMatchObject([
    { statusCode: 200, error: null, body: "whole" },
    { statusCode: 200, error: null, body: "whole" },
  ])
})

test("proxy settings of the environment are ignored", async () => {
  let proxied = 0
  const port = await listen(createTcpServer((socket) => (proxied++, socket.destroy())))
  const url = await local((_message, response) => response.writeHead(200).end())
  const names = [
    "http_proxy",
    "https_proxy",
    "all_proxy",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NODE_USE_ENV_PROXY",
  ]
  const before = names.map((name) => process.env[name])
  for (const name of names) process.env[name] = name === "NODE_USE_ENV_PROXY" ? "1" : `http://127.0.0.1:${port}`
  try {
    expect(await inward().post(url, REQUEST)).toMatchObject({ statusCode: 200 })
    const open = await publicServer((_message, response) => response.end())
    expect(await fetcher({ ports: [open.port] }).post(`https://public.example:${open.port}/`, REQUEST)).toMatchObject({
      statusCode: 200,
    })
  } finally {
    for (const [index, name] of names.entries()) {
      if (before[index] === undefined) delete process.env[name]
      else process.env[name] = before[index]
    }
  }
  expect(proxied).toBe(0)
})
