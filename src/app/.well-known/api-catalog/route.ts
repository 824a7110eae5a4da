import { env } from "@/platform/env"

export const dynamic = "force-dynamic"

const PROFILE = "https://www.rfc-editor.org/info/rfc9727"

/** The API, its description, its documentation and its status, as a linkset (RFC 9727). */
export function GET(): Response {
  const linkset = [
    {
      anchor: `${env.appUrl}/v1`,
      "service-desc": [{ href: `${env.appUrl}/v1/openapi.json`, type: "application/vnd.oai.openapi+json" }],
      "service-doc": [{ href: `${env.appUrl}/docs`, type: "text/html" }],
      status: [{ href: `${env.appUrl}/v1/status`, type: "application/json" }],
    },
  ]
  return new Response(JSON.stringify({ linkset }), {
    headers: {
      "content-type": `application/linkset+json; profile="${PROFILE}"`,
      "cache-control": "public, max-age=3600",
      "access-control-allow-origin": "*",
    },
  })
}
