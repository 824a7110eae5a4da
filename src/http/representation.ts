import { hash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { acceptedCoding, type Coding } from "@/http/negotiate"
import type { HttpResponse, HttpRequest } from "@/http/message"

/** In bytes, or in characters of a text; compressing less gains nothing. */
const COMPRESSION_THRESHOLD = 1024

const compressors: Record<Coding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => promisify(gzip)(body, { level: 5 }),
}

// Weak, because the same representation can be sent in another content coding (RFC 9110, section 8.8.1).
function weakEtag(body: string): string {
  return `W/"${hash("sha1", body, "base64url")}"`
}

function opaqueTag(etag: string): string {
  return etag.trim().replace(/^W\//, "")
}

/** Whether If-None-Match has the ETag; it compares weakly (RFC 9110, section 13.1.2). */
export function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  return (
    ifNoneMatch !== null &&
    (ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((candidate) => opaqueTag(candidate) === opaqueTag(etag)))
  )
}

/** Prepares a response for sending: ETag, conditional response, compression, and no body for HEAD. */
export async function finalizeResponse(
  request: HttpRequest,
  { status, headers, body, stream }: HttpResponse,
): Promise<HttpResponse> {
  if (stream && request.method !== "HEAD") return { status, headers, body: null, stream }
  await stream?.cancel()
  if (body === null) return { status, headers, body }
  if (typeof body === "string" && status === 200 && (request.method === "GET" || request.method === "HEAD")) {
    headers.etag ??= weakEtag(body)
    if (matchesEtag(request.header("if-none-match"), headers.etag)) return { status: 304, headers, body: null }
  }
  // A string stays a string: Node sends it together with the headers in one write.
  let encoded = body
  const mayCompress =
    request.compress && body.length > COMPRESSION_THRESHOLD && !headers["cache-control"]?.includes("no-transform")
  const coding = mayCompress ? acceptedCoding(request.header("accept-encoding")) : null
  if (coding) {
    encoded = await compressors[coding](Buffer.from(body))
    headers["content-encoding"] = coding
  }
  headers["content-type"] ??= "application/json; charset=utf-8"
  headers["content-length"] = String(Buffer.byteLength(encoded))
  return { status, headers, body: request.method === "HEAD" ? null : encoded }
}
