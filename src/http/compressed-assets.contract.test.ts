import { request } from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { Lane, LANES } from "@/testing/fixtures/lane"

interface Answer {
  status: number | undefined
  coding: string | undefined
  type: string | undefined
  caching: string | undefined
  bytes: Buffer
}

/** Sends a request that accepts these codings, without fetch, which would decode the response. */
function send(url: string, accepted: string, method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const message = request(url, { method, headers: { "accept-encoding": accepted } }, (response) => {
      const chunks: Buffer[] = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () => {
        const { "content-encoding": coding, "content-type": type, "cache-control": caching } = response.headers
        resolve({ status: response.statusCode, coding, type, caching, bytes: Buffer.concat(chunks) })
      })
    })
    message.on("error", reject).end()
  })
}

describe.each(LANES)("compressed responses, on the %s lane", (name) => {
  let lane: Lane
  let assets: string[]
  beforeAll(async () => {
    lane = await Lane.lease(name)
    const page = await (await fetch(`${lane.url}/sign-in`)).text()
    assets = [...new Set(page.match(/\/_next\/static\/[^"\\]+\.(?:js|css)(?=")/g))]
  })
  afterAll(() => lane.close())

  test("scripts and stylesheets are identical in each encoding, and cached as immutable", async () => {
    expect(assets.filter((path) => path.endsWith(".css"))).not.toEqual([])
    for (const path of assets) {
      const [plain, zipped, best] = await Promise.all(
        ["identity", "gzip", "gzip, deflate, br"].map((accepted) => send(lane.url + path, accepted)),
      )
      expect(plain?.coding).toBeUndefined()
      for (const response of [plain, zipped, best]) {
        expect(response?.status).toBe(200)
        expect(response?.caching).toBe("public, max-age=31536000, immutable")
        expect(response?.type?.toLowerCase()).toBe(
          path.endsWith(".css") ? "text/css; charset=utf-8" : "application/javascript; charset=utf-8",
        )
      }
      // Next does not compress small files.
      if (zipped?.coding === "gzip") expect(gunzipSync(zipped.bytes).equals(plain?.bytes ?? Buffer.of())).toBe(true)
      if (name === "next") continue
      expect(best?.coding).toBe("br")
      expect(brotliDecompressSync(best?.bytes ?? Buffer.of()).equals(plain?.bytes ?? Buffer.of())).toBe(true)
    }
  })

  test("documents are identical in each encoding", async () => {
    for (const path of ["/openapi.json", "/llms.txt", "/docs.md"]) {
      const [plain, zipped] = await Promise.all(["identity", "gzip"].map((accepted) => send(lane.url + path, accepted)))
      expect([plain?.status, plain?.coding, zipped?.status]).toEqual([200, undefined, 200])
      if (name === "next") continue
      expect(zipped?.coding, path).toBe("gzip")
      expect(gunzipSync(zipped?.bytes ?? Buffer.of()).equals(plain?.bytes ?? Buffer.of())).toBe(true)
    }
  })

  test("HEAD has no body, and a missing file is 404", async () => {
    const head = await send(lane.url + (assets[0] ?? ""), "br", "HEAD")
    expect([head.status, head.bytes.length]).toEqual([200, 0])
    expect((await send(`${lane.url}/_next/static/chunks/nothing.js`, "br")).status).toBe(404)
    expect((await send(`${lane.url}/_next/static/chunks/..%2f..%2fBUILD_ID`, "br")).status).not.toBe(200)
  })
})
