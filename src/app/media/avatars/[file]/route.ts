import { drawAvatar } from "@/features/media/draw-emblems"
import { svgResponse } from "@/features/media/svg-response"

export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  return svgResponse(drawAvatar((await params).file))
}
