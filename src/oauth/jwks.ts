import { json } from "@/oauth/answers"
import { publicKeys } from "@/oauth/signing-keys"
import type { HttpAnswer } from "@/http/message"

/** RFC 7517 section 5: the public halves alone. */
export const jwks = async (): Promise<HttpAnswer> =>
  json(200, { keys: await publicKeys() }, { "cache-control": "public, max-age=300" })
