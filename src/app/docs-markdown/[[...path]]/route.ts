import { getLocale } from "next-intl/server"
import { docsPage } from "@/docs/pages"

/** The documentation's pages as Markdown; /docs/guides/first-call.md is rewritten to here (next.config.mjs). */
export async function GET(_request: Request, { params }: { params: Promise<{ path?: string[] }> }): Promise<Response> {
  const { path = [] } = await params
  const page = docsPage(["/docs", ...path].join("/"), await getLocale())
  const headers = {
    "content-type": `text/${page ? "markdown" : "plain"}; charset=utf-8`,
    "content-language": page?.language ?? "en",
    vary: "Cookie, Accept-Language",
    "cache-control": "no-cache",
  }
  return new Response(page?.markdown() ?? "There is no such page. All of them: /llms.txt\n", {
    status: page ? 200 : 404,
    headers,
  })
}
