import { drawingResponse } from "@/app/media/drawing-response"
import { drawProductImage } from "@/features/media/draw-product-image"

export async function GET(
  request: Request,
  { params }: { params: Promise<{ glyph: string; variant: string }> },
): Promise<Response> {
  const { glyph, variant } = await params
  return drawingResponse(request, drawProductImage(glyph, variant))
}
