import { createHash } from "node:crypto"
import { matchesEtag } from "@/http/representation"

/**
 * The response to a GET or HEAD of a picture: with a strong ETag and its length, 304 to a client that has it (RFC 9110,
 * section 13.1.2), and the part that a `Range` requests (section 14.2).
 */
export function pictureResponse(
  request: Request,
  picture: Uint8Array | string | null,
  headers: Record<string, string>,
): Response {
  if (picture === null) {
    const missing = {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-cache",
      "X-Content-Type-Options": "nosniff",
    }
    return new Response("Not found\n", { status: 404, headers: missing })
  }
  const bytes = typeof picture === "string" ? Buffer.from(picture) : picture
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`
  const common = { ...headers, ETag: etag, "Accept-Ranges": "bytes", "X-Content-Type-Options": "nosniff" }
  if (matchesEtag(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers: common })
  const condition = request.headers.get("if-range")
  const range = condition === null || condition === etag ? parseRange(request.headers.get("range"), bytes.length) : null
  if (range === "unsatisfiable")
    return new Response(null, { status: 416, headers: { ...common, "Content-Range": `bytes */${bytes.length}` } })
  const [first, last] = range ?? [0, bytes.length - 1]
  const body = bytes.subarray(first, last + 1)
  return new Response(new Uint8Array(body), {
    status: range ? 206 : 200,
    headers: {
      ...common,
      "Content-Length": String(body.length),
      ...(range && { "Content-Range": `bytes ${first}-${last}/${bytes.length}` }),
    },
  })
}

/** The first and last byte of a range; null for the whole, also for an invalid header and for several ranges. */
function parseRange(header: string | null, length: number): [first: number, last: number] | "unsatisfiable" | null {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? []
  if (from === undefined || to === undefined || (from === "" && to === "")) return null
  if (from === "") return Number(to) === 0 ? "unsatisfiable" : [Math.max(0, length - Number(to)), length - 1]
  if (to !== "" && Number(to) < Number(from)) return null
  return Number(from) >= length
    ? "unsatisfiable"
    : [Number(from), Math.min(to === "" ? length - 1 : Number(to), length - 1)]
}
