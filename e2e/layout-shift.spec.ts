import { setTimeout } from "node:timers/promises"
import { expect, type Page, test } from "./test"
import { TIME_ZONE_COOKIE } from "../src/i18n/time-zone-cookie"
import { account, signIn, setLocale } from "./marketplace"

// A reader far from India, whose pages are first rendered in India's time, on a screen tall enough to see shifts
// further down.
test.use({ timezoneId: "America/New_York", viewport: { width: 412, height: 1600 } })

const PUBLIC_PATHS = ["/", "/sign-in", "/docs", "/docs/reference", "/products?q=rice"]
const PORTAL_PATHS = ["/overview", "/requests", "/keys"]
/** How much a page may shift while it loads, as Cumulative Layout Shift. */
const MAX_LAYOUT_SHIFT = 0.05

/** The sum of the page's layout shifts until it is idle, and the elements that moved. */
async function measureLayoutShift(page: Page, path: string): Promise<{ sum: number; moved: string[] }> {
  await page.goto(path)
  await page.waitForLoadState("networkidle")
  await page.evaluate(() => document.fonts.ready)
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const seen = { sum: 0, moved: [] as string[] }
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number
            sources: { node: Node | null }[]
          })[]) {
            seen.sum += entry.value
            seen.moved.push(
              ...entry.sources.map(
                ({ node }) =>
                  `${entry.value.toFixed(3)} ${node instanceof Element ? node.outerHTML.slice(0, 120) : (node?.textContent ?? "")}`,
              ),
            )
          }
        })
        observer.observe({ type: "layout-shift", buffered: true })
        // Buffered entries are delivered within two frames.
        requestAnimationFrame(() => requestAnimationFrame(() => window.setTimeout(() => resolve(seen), 100)))
      }),
  )
}

/** How long our fonts are delayed: a slow connection's wait, longer than any browser's block period. */
const FONT_DELAY_MS = 1_000

for (const locale of ["en", "hi", "mai"] as const) {
  test(`pages in ${locale} do not shift while they load`, async ({ page }) => {
    test.slow()
    await setLocale(page, locale)
    await page.route("**/*.woff2", async (route) => {
      await setTimeout(FONT_DELAY_MS)
      await route.continue()
    })
    for (const path of [...PUBLIC_PATHS, ...PORTAL_PATHS]) {
      if (path === PORTAL_PATHS[0]) await signIn(page, account("developer"))
      // Each page is the first one that this reader opens.
      await page.context().clearCookies({ name: TIME_ZONE_COOKIE })
      const { sum, moved } = await measureLayoutShift(page, path)
      expect.soft(sum, `${path} shifts by ${sum.toFixed(3)}: ${moved.join("; ")}`).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT)
    }
  })
}
