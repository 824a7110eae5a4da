import { LRUCache } from "lru-cache"
import { withProblemResponse } from "@/api/problem-response"
import { drawOgPicture } from "@/app/media/og/draw-og-picture"
import { pictureResponse } from "@/app/media/picture-response"
import { describePage } from "@/docs/public-pages"
import { isLocale, type Locale } from "@/domain/locale"
import { Problem } from "@/domain/problem"
import { translatorOf } from "@/i18n/translator"
import { processSingleton } from "@/platform/process-singleton"

const HEADERS = {
  "Content-Type": "image/png",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Cache-Control": "public, max-age=86400",
}

interface PictureContext {
  locale: Locale
  title: string
  description: string
}

// A picture has 20 KB and takes 200 ms to draw. Concurrent requests for one share the drawing.
function cache(): LRUCache<string, Buffer, PictureContext> {
  return processSingleton(
    "og-pictures",
    () =>
      new LRUCache<string, Buffer, PictureContext>({
        max: 300,
        fetchMethod: (_key, _stale, { context: { locale, title, description } }) =>
          drawOgPicture({ brand: translatorOf(locale)("Landing.title"), title, description }),
      }),
  )
}

/** The picture of a public page: its title and description, and nothing that a request could choose. */
export function GET(
  request: Request,
  { params }: { params: Promise<{ locale: string; path: string[] }> },
): Promise<Response> {
  return withProblemResponse(request, async () => {
    const { locale, path: segments } = await params
    const name = `/${segments.join("/")}`
    if (!isLocale(locale) || !name.endsWith(".png")) throw new Problem("not_found")
    const path = name === "/index.png" ? "/" : name.slice(0, -".png".length)
    const page = describePage(path, locale)
    if (!page) throw new Problem("not_found")
    const context = { locale, title: page.title, description: plain(page.description) }
    const picture = await cache().fetch(`${locale}${path}`, { context })
    if (!picture) throw new Problem("not_found")
    return pictureResponse(request, picture, HEADERS)
  })
}

/** A description without Markdown. */
function plain(text: string): string {
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[*`]/g, "")
}
