import { invalid, Problem } from "@/domain/problem"
import type { HttpRequest } from "@/http/message"

/** In bytes, far more than most operations need. */
const BODY_LIMIT = 64 * 1024

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

/**
 * Reads a request's JSON body as bytes.
 * @param options.optional whether a request without a body, which then needs no Content-Type, has no bytes
 * @param options.limit in bytes
 * @throws Problem unsupported_media_type if it is not plain application/json in UTF-8; payload_too_large
 */
export async function readBody(
  request: HttpRequest,
  { optional = false, limit = BODY_LIMIT }: { optional?: boolean; limit?: number | undefined } = {},
): Promise<Buffer> {
  const type = request.header("content-type")
  if (type === null ? !optional : !JSON_TYPE.test(type.trim())) throw new Problem("unsupported_media_type")
  const coding = request.header("content-encoding")
  if (coding !== null && coding.toLowerCase() !== "identity")
    throw new Problem("unsupported_media_type", { message: "Send the body without a content coding." })
  if (Number(request.header("content-length") ?? 0) > limit) throw new Problem("payload_too_large")
  const bytes = await request.body(limit)
  if (bytes === null) throw new Problem("payload_too_large")
  if (type === null && bytes.length > 0) throw new Problem("unsupported_media_type")
  return bytes
}

/** @throws Problem validation_failed if the bytes are not a JSON object */
export function parseJsonObject(bytes: Buffer): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
  } catch {
    throw invalid("body", "invalid_json", "The body is not valid JSON in UTF-8.")
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalid("body", "invalid_type", "The body is not a JSON object.")
  return value as Record<string, unknown>
}
