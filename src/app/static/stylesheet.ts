import { createHash } from "node:crypto"
import style from "@/app/static/static-page.css"

const name = `${createHash("sha256").update(style).digest("base64url").slice(0, 16)}.css`

/** The URL of the style sheet, which changes with its content. */
export const STYLE_PATH = `/static/style/${name}`

/**
 * The style sheet, by the name in a page's link. A name of another version gets the current one, which must not be
 * cached.
 */
export function serveStylesheet(requestedName: string): Response {
  return new Response(style, {
    headers: {
      "content-type": "text/css; charset=utf-8",
      "cache-control": requestedName === name ? "public, max-age=31536000, immutable" : "no-store",
      "x-content-type-options": "nosniff",
    },
  })
}
