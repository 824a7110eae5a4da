import { createServer, type Server } from "node:https"
import { request as httpRequest } from "node:http"
import { request as httpsRequest } from "node:https"
import { generate } from "selfsigned"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import { startServer, type TestServer } from "@/testing/setup/server"
import { freePort } from "@/commands/process/free-port"
import { TestMarketplace } from "@/testing/fixtures/marketplace"

// The issuer is https, and the operator's proxy terminates TLS: every URL and cookie must be the public one.

describe("behind a TLS-terminating proxy", () => {
  let database: TestDatabase
  let server: TestServer
  let proxy: Server
  let publicUrl: string
  let certificate: string
  let marketplace: TestMarketplace

  beforeAll(async () => {
    const port = await freePort()
    publicUrl = `https://localhost:${port}`
    database = await emptyTestDatabase()
    marketplace = new TestMarketplace(database.url)
    server = await startServer({
      lane: "fast",
      databaseUrl: database.url,
      env: { APP_URL: publicUrl, TRUST_PROXY: "1" },
    })
    const pair = await generate([{ name: "commonName", value: "localhost" }])
    certificate = pair.cert
    proxy = createServer({ key: pair.private, cert: pair.cert }, (incoming, outgoing) => {
      const headers = {
        ...incoming.headers,
        "x-forwarded-for": "203.0.113.77",
        "x-forwarded-proto": "https",
        "x-forwarded-host": incoming.headers.host,
      }
      // The server's internal URL, which APP_URL does not name.
      const inner = httpRequest(
        { host: "localhost", port: innerPort(server.url), path: incoming.url, method: incoming.method, headers },
        (response) => {
          outgoing.writeHead(response.statusCode ?? 502, response.headers)
          response.pipe(outgoing)
        },
      )
      incoming.pipe(inner)
    })
    await new Promise<void>((resolve) => proxy.listen(port, resolve))
  })
  afterAll(async () => {
    await new Promise((resolve) => {
      proxy.close(resolve)
      proxy.closeAllConnections()
    })
    await server.stop()
    await marketplace.close()
    await database.drop()
  })

  const innerPort = (url: string): number => Number(new URL(url).port)

  const get = (
    path: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; headers: Record<string, string | string[] | undefined>; text: string }> =>
    new Promise((resolve, reject) => {
      httpsRequest(publicUrl + path, { ca: certificate, headers, agent: false }, (response) => {
        let text = ""
        response.on("data", (data) => (text += String(data)))
        response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
      })
        .on("error", reject)
        .end()
    })

  test("the discovery document lists public URLs only", async () => {
    const document = JSON.parse((await get("/.well-known/openid-configuration")).text) as Record<string, unknown>
    expect(document.issuer).toBe(publicUrl)
    for (const [name, value] of Object.entries(document)) {
      if (name.endsWith("_endpoint") || name.endsWith("_uri"))
        expect([name, String(value).startsWith(`${publicUrl}/`)]).toEqual([name, true])
    }
  })

  test("links in API responses and errors use the public https URL", async () => {
    const account = await marketplace.account()
    const key = await marketplace.key(account)
    const store = await marketplace.store("Mithila Haat")
    for (let i = 0; i < 3; i++) await marketplace.product({ name: `Makhana ${i}`, store })
    const list = await get("/v1/products?per_page=1", { authorization: `Bearer ${key.secret}` })
    const { links, data } = JSON.parse(list.text) as { links: { next: string }; data: { image: string; url: string }[] }
    for (const address of [links.next, data[0]?.image, data[0]?.url])
      expect(address?.startsWith(`${publicUrl}/`)).toBe(true)
    expect((JSON.parse((await get("/v1/me")).text) as { error: { doc_url: string } }).error.doc_url).toMatch(
      new RegExp(`^${publicUrl}/`),
    )
  })

  test("cookies are Secure and have the __Host- prefix", async () => {
    const csrf = await get("/api/auth/csrf")
    const cookies = [csrf.headers["set-cookie"]].flat().join("\n")
    expect(cookies).toMatch(/__Host-next-auth\.csrf-token=/)
    expect(cookies).toMatch(/; Secure/)
  })

  test("the client's IP address comes from the proxy's X-Forwarded-For, not from the client's", async () => {
    const account = await marketplace.account()
    const there = await marketplace.key(account, { allowedIps: ["203.0.113.77"] })
    expect(
      (await get("/v1/me", { authorization: `Bearer ${there.secret}`, "x-forwarded-for": "198.51.100.1" })).status,
    ).toBe(200)
    const elsewhere = await marketplace.key(account, { allowedIps: ["198.51.100.1"] })
    expect(
      (await get("/v1/me", { authorization: `Bearer ${elsewhere.secret}`, "x-forwarded-for": "198.51.100.1" })).status,
    ).toBe(403)
  })
})
