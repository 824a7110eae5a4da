import { drawingResponse } from "@/app/media/drawing-response"
import { drawStoreLogo } from "@/features/media/draw-emblems"

export async function GET(request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  return drawingResponse(request, drawStoreLogo((await params).file))
}
