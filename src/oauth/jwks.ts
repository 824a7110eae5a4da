import { jsonResponse } from "@/oauth/responses"
import { publicKeys } from "@/oauth/signing-keys"
import type { HttpResponse } from "@/http/message"

/** Serves the public keys (RFC 7517, section 5). */
export async function jwks(): Promise<HttpResponse> {
  return jsonResponse(200, { keys: await publicKeys() }, { "cache-control": "public, max-age=300" })
}
