import { drawNoImage } from "@/features/media/draw-product-image"
import { svgResponse } from "@/features/media/svg-response"

export function GET(): Response {
  return svgResponse(drawNoImage())
}
