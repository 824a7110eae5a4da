import { json } from "@/oauth/answers"
import { publicKeys } from "@/oauth/signing-keys"
import type { HttpResponse } from "@/http/message"

/** Serves the public keys (RFC 7517, section 5). */
export const jwks = async (): Promise<HttpResponse> =>
  json(200, { keys: await publicKeys() }, { "cache-control": "public, max-age=300" })
