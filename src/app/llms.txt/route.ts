import { llmsText } from "@/docs/pages"

export const dynamic = "force-dynamic"

export const GET = (): Response =>
  new Response(llmsText(), { headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-cache" } })
