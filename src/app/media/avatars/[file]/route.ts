import { withProblemResponse } from "@/api/problem-response"
import { drawingResponse } from "@/app/media/drawing-response"
import { pictureResponse } from "@/app/media/picture-response"
import { drawAvatar } from "@/features/media/draw-emblems"
import { getAvatar } from "@/features/profile/get-avatar"

const HEADERS = {
  "Content-Type": "image/png",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "cross-origin",
  // A removed avatar must disappear within a day, also for people who have seen it.
  "Cache-Control": "private, max-age=86400",
}

/** A drawn avatar of the demo, or an uploaded one that was redrawn as a PNG. */
export function GET(request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  return withProblemResponse(request, async () => {
    const { file } = await params
    const uploaded = await getAvatar(file)
    return uploaded ? pictureResponse(request, uploaded, HEADERS) : drawingResponse(request, drawAvatar(file))
  })
}
