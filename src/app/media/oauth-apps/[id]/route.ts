import { withProblemResponse } from "@/api/problem-response"
import { pictureResponse } from "@/app/media/picture-response"
import { getLogo } from "@/features/oauth-apps/get-logo"

const HEADERS = {
  "Content-Type": "image/png",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "cross-origin",
}

/** An app's logo, always a redrawn PNG. A URL with the picture's version (`?v=`) may be cached. */
export function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return withProblemResponse(request, async () => {
    const named = new URL(request.url).searchParams.has("v")
    return pictureResponse(request, await getLogo((await params).id), {
      ...HEADERS,
      "Cache-Control": named ? "private, max-age=86400" : "no-cache",
    })
  })
}
