const IMMUTABLE = "public, max-age=31536000, immutable"

/** A drawing that never changes under its address, or a plain 404. */
export function svgResponse(svg: string | null): Response {
  if (svg === null) {
    return new Response("Not found\n", {
      status: 404,
      headers: { "Content-Type": "text/plain; charset=utf-8", "X-Content-Type-Options": "nosniff" },
    })
  }
  return new Response(svg, {
    headers: {
      "Content-Type": "image/svg+xml",
      "Cache-Control": IMMUTABLE,
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
      "X-Content-Type-Options": "nosniff",
      "Access-Control-Allow-Origin": "*",
    },
  })
}
