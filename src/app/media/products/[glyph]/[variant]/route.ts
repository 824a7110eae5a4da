import { drawProductImage } from "@/features/media/draw-product-image"
import { svgResponse } from "@/features/media/svg-response"

export async function GET(
  _request: Request,
  { params }: { params: Promise<{ glyph: string; variant: string }> },
): Promise<Response> {
  const { glyph, variant } = await params
  return svgResponse(drawProductImage(glyph, variant))
}
