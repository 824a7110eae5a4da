import { postmanCollection } from "@/docs/postman"

export const dynamic = "force-dynamic"

export const GET = (): Response =>
  Response.json(postmanCollection(), { headers: { "access-control-allow-origin": "*", "cache-control": "no-cache" } })
