import { pictureResponse } from "@/app/media/picture-response"

const HEADERS = {
  "Content-Type": "image/svg+xml",
  "Cache-Control": "public, max-age=31536000, immutable",
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
  "Access-Control-Allow-Origin": "*",
}

/** An SVG drawing that never changes under its URL, or a 404. */
export function drawingResponse(request: Request, svg: string | null): Response {
  return pictureResponse(request, svg, HEADERS)
}
