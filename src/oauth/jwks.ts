import { json } from "@/oauth/answers"
import { publicKeys } from "@/oauth/signing-keys"
import type { HttpAnswer } from "@/http/message"

/** Serves the public keys (RFC 7517, section 5). */
export const jwks = async (): Promise<HttpAnswer> =>
  json(200, { keys: await publicKeys() }, { "cache-control": "public, max-age=300" })
