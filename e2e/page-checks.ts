import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { gzipSync } from "node:zlib"
import { expect, type Page } from "@playwright/test"
import type { AxeResults, RunOptions } from "axe-core"

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const RULES: RunOptions = { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }

/**
 * Looks at the page as it stands, at 320 and 1280 px, light and dark: no violation of WCAG 2.2 AA, nothing that scrolls sideways.
 * With a name, a picture of each is kept among the artefacts.
 */
export const expectAccessible = async (page: Page, name?: string): Promise<void> => {
  await page.evaluate(AXE)
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [320, 1280]) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      await page.setViewportSize({ width, height: 800 })
      const { violations } = await page.evaluate((rules) => (window as unknown as { axe: { run: (rules: RunOptions) => Promise<AxeResults> } }).axe.run(rules), RULES)
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)
      expect.soft(found, `${page.url()}, ${width} px, ${colorScheme}`).toEqual([])
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect.soft(sideways, `${page.url()} scrolls sideways at ${width} px`).toBe(0)
      if (name !== undefined) await page.screenshot({ path: `e2e/.artifacts/pages/${name}-${width}-${colorScheme}.png`, fullPage: true, animations: "disabled", caret: "hide" })
    }
  }
}

/** What the browser complains about from now on, such as a page that differs from what the server sent. */
export const complaintsOf = (page: Page): string[] => {
  const complaints: string[] = []
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(error.message))
  return complaints
}

/** The scripts that a page loads until it is at rest, gzipped, in KB of 1,024 bytes, of which a bare Next page has 133. */
export const scriptWeight = async (page: Page, path: string): Promise<number> => {
  // What the page before still loads is not this page's.
  await page.goto("about:blank")
  const sizes: Promise<number>[] = []
  const weigh = (response: { request: () => { resourceType: () => string }; body: () => Promise<Buffer> }): void => {
    if (response.request().resourceType() === "script") sizes.push(response.body().then((body) => gzipSync(body).length))
  }
  page.on("response", weigh)
  await page.goto(path)
  await page.waitForLoadState("networkidle")
  page.off("response", weigh)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1024
}
