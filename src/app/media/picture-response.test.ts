import { expect, test } from "vitest"
import { drawingResponse } from "@/app/media/drawing-response"
import { pictureResponse } from "@/app/media/picture-response"

const PICTURE = "0123456789"

function send(headers: Record<string, string> = {}): Response {
  return pictureResponse(new Request("http://haat/media/x", { headers }), PICTURE, { "Content-Type": "image/png" })
}

test("a drawing is cacheable forever and allows no scripts", async () => {
  const response = drawingResponse(new Request("http://haat/media/x"), "<svg/>")
  expect(response.status).toBe(200)
  expect(response.headers.get("content-type")).toBe("image/svg+xml")
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
  expect(response.headers.get("content-security-policy")).toBe("default-src 'none'; style-src 'unsafe-inline'")
  expect(await response.text()).toBe("<svg/>")
})

test("a missing picture is an uncached plain-text 404", () => {
  const response = drawingResponse(new Request("http://haat/media/x"), null)
  expect(response.status).toBe(404)
  expect(response.headers.get("content-type")).toContain("text/plain")
  expect(response.headers.get("cache-control")).toBe("no-cache")
})

test("a picture has a Content-Length and an ETag, and 304 for a matching If-None-Match", async () => {
  const response = send()
  const etag = response.headers.get("etag") ?? ""
  expect(etag).toMatch(/^"[\w-]{22}"$/)
  expect([response.status, response.headers.get("content-length"), await response.text()]).toEqual([200, "10", PICTURE])
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
    const again = send({ "if-none-match": known })
    expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, etag, ""])
  }
  expect(send({ "if-none-match": '"x"' }).status).toBe(200)
})

test.each([
  ["bytes=0-3", 206, "bytes 0-3/10", "0123"],
  ["bytes=7-", 206, "bytes 7-9/10", "789"],
  ["bytes=-2", 206, "bytes 8-9/10", "89"],
  ["bytes=-99", 206, "bytes 0-9/10", PICTURE],
  ["bytes=5-99", 206, "bytes 5-9/10", "56789"],
  ["bytes=10-", 416, "bytes */10", ""],
  ["bytes=-0", 416, "bytes */10", ""],
  ["bytes=4-2", 200, null, PICTURE],
  ["bytes=0-1,3-4", 200, null, PICTURE],
  ["bytes=x", 200, null, PICTURE],
  ["lines=0-1", 200, null, PICTURE],
])("Range: %s", async (range, status, contentRange, body) => {
  const response = send({ range })
  expect([response.status, response.headers.get("content-range"), await response.text()]).toEqual([
    status,
    contentRange,
    body,
  ])
})

test("a range with an outdated If-Range returns the whole picture", () => {
  const etag = send().headers.get("etag") ?? ""
  expect(send({ range: "bytes=0-3", "if-range": etag }).status).toBe(206)
  expect(send({ range: "bytes=0-3", "if-range": '"other"' }).status).toBe(200)
})
