import { drawingResponse } from "@/app/media/drawing-response"
import { drawNoImage } from "@/features/media/draw-product-image"

export function GET(request: Request): Response {
  return drawingResponse(request, drawNoImage())
}
