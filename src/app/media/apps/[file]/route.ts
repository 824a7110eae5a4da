import { drawingResponse } from "@/app/media/drawing-response"
import { drawAppIcon } from "@/features/media/draw-app-icon"

export async function GET(request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  return drawingResponse(request, drawAppIcon((await params).file))
}
