import { answerOrProblem } from "@/api/problem-response"
import { getLogo } from "@/features/oauth-apps/get-logo"

const HEADERS = {
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "cross-origin",
}

/** An app's logo, always a PNG of our own making. An address that names the picture (`?v=`) may be kept. */
export function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return answerOrProblem(request, async () => {
    const logo = await getLogo((await params).id)
    if (!logo)
      return new Response("Not found\n", {
        status: 404,
        headers: { ...HEADERS, "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-cache" },
      })
    const named = new URL(request.url).searchParams.has("v")
    return new Response(new Uint8Array(logo), {
      headers: {
        ...HEADERS,
        "Content-Type": "image/png",
        "Cache-Control": named ? "private, max-age=86400" : "no-cache",
      },
    })
  })
}
