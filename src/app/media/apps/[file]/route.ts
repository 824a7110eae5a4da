import { drawAppIcon } from "@/features/media/draw-app-icon"
import { svgResponse } from "@/features/media/svg-response"

export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  return svgResponse(drawAppIcon((await params).file))
}
