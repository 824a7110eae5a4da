import { DAY_MS } from "@/domain/time-units"
import { env } from "@/platform/env"

export const dynamic = "force-dynamic"

const VALID_DAYS = 180

/** Where to report a vulnerability (RFC 9116); 404 if the operator has set no contact. */
export function GET(): Response {
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=86400" }
  if (!env.securityContact)
    return new Response("Not found\n", { status: 404, headers: { ...headers, "cache-control": "no-store" } })
  const expires = new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + VALID_DAYS * DAY_MS)
  const lines = [
    `Contact: ${env.securityContact}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en, hi, mai",
    `Canonical: ${env.appUrl}/.well-known/security.txt`,
  ]
  return new Response(`${lines.join("\n")}\n`, { headers })
}
