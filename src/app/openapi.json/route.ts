import { openapiText } from "@/api/openapi-text"

export const dynamic = "force-dynamic"

/** The same as /v1/openapi.json, where tools look for it, and without a limit's count. */
export const GET = (): Response =>
  new Response(openapiText(), {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "access-control-allow-origin": "*",
      "cache-control": "no-cache",
    },
  })
