import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { gzipSync } from "node:zlib"
import { expect, type Page, type Response } from "@playwright/test"
import type { AxeResults, ElementContext, RunOptions } from "axe-core"

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

// axe would load media first; its passing results are not needed.
const QUICK: RunOptions = { resultTypes: ["violations"], preload: false }
const EVERYTHING: RunOptions = {
  ...QUICK,
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
const COLOURS: RunOptions = { ...QUICK, runOnly: ["color-contrast", "link-in-text-block"] }

/**
 * Dark mode changes only colours, so other rules are checked in light mode only. Two screenshots show both widths and
 * both colour schemes.
 */
const LOOKS = [
  { colorScheme: "light", width: 1280, rules: EVERYTHING, pictured: true },
  { colorScheme: "light", width: 320, rules: EVERYTHING, pictured: false },
  { colorScheme: "dark", width: 320, rules: COLOURS, pictured: true },
  { colorScheme: "dark", width: 1280, rules: COLOURS, pictured: false },
] as const

interface Look {
  /** Selectors of the parts to check; without them the whole page. */
  within?: string[]
  /** A name for the finding. */
  of?: string
}

/**
 * Checks the current page at 320 and 1280 px, light and dark: no violation of WCAG 2.2 AA, no horizontal scrolling.
 * With a name, two screenshots are stored among the artefacts.
 */
export const expectAccessible = async (
  page: Page,
  name?: string,
  { within, of = page.url() }: Look = {},
): Promise<void> => {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE)
  for (const { colorScheme, width, rules, pictured } of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    await page.setViewportSize({ width, height: 800 })
    const { found, sideways, unworded } = await page.evaluate(
      async ([context, options]) => {
        const { axe } = window as unknown as {
          axe: { run: (context: ElementContext, options: RunOptions) => Promise<AxeResults> }
        }
        const { violations } = await axe.run(context ? { include: context } : document, options)
        const boxes = [document.documentElement, ...document.querySelectorAll("dialog[open]")]
        // Constraints that the browser would report in its own language.
        const stops = (control: Element): boolean =>
          control.matches(
            "[required], [pattern], [minlength], [type=email], [type=url], [type=number], [type=date], [type=datetime-local]",
          )
        return {
          unworded: [...document.forms]
            .filter((form) => !form.noValidate && [...form.elements].some(stops))
            .map(({ outerHTML }) => outerHTML.slice(0, 200)),
          found: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
          sideways: boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
        }
      },
      [within, rules] as const,
    )
    expect.soft(found, `${of}, ${width} px, ${colorScheme}`).toEqual([])
    expect.soft(unworded, `forms of ${of} that are left to the browser's words`).toEqual([])
    expect.soft(Math.max(...sideways), `${of} scrolls sideways at ${width} px`).toBe(0)
    if (name !== undefined && pictured)
      await page.screenshot({
        path: `e2e/.artifacts/pages/${name}-${width}-${colorScheme}.jpeg`,
        type: "jpeg",
        quality: 80,
        fullPage: true,
        animations: "disabled",
        caret: "hide",
      })
  }
}

// A menu is the same on every page.
const FOLDED = "main details:not(:has(nav))"

/** Unfolds everything in the main part of the page, and checks it. */
export const expectUnfolded = async (page: Page): Promise<void> => {
  const folded = await page.evaluate((selector) => {
    const all = [...document.querySelectorAll<HTMLDetailsElement>(`${selector}:not([open])`)]
    for (const details of all) {
      // Opening one of a group closes the others.
      details.removeAttribute("name")
      details.open = true
    }
    return all.length
  }, FOLDED)
  if (folded > 0) await expectAccessible(page, undefined, { within: [FOLDED], of: `${page.url()}, unfolded` })
}

/** Collects the browser's errors from now on, such as hydration mismatches. */
export const complaintsOf = (page: Page): string[] => {
  const complaints: string[] = []
  page.on("console", (message) => {
    // An email is shown in a frame without scripts, where Playwright's own script for screenshots is blocked too.
    if (message.text().startsWith("Blocked script execution in 'about:srcdoc'")) return
    if (message.type() === "error" || message.type() === "warning") complaints.push(`${page.url()}: ${message.text()}`)
  })
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`))
  return complaints
}

const HEADERS: [string, RegExp][] = [
  ["x-content-type-options", /^nosniff$/],
  ["x-frame-options", /^DENY$/],
  ["referrer-policy", /^same-origin$/],
  ["permissions-policy", /camera=\(\)/],
  [
    "content-security-policy",
    /script-src 'nonce-[^']+' 'strict-dynamic';.*object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'/,
  ],
]

/** Checks that the page's headers allow no third-party script, and that the policy blocks none of its own. */
const expectGuarded = async (response: Response | null): Promise<void> => {
  const [headers, html, address] = [response?.headers() ?? {}, (await response?.text()) ?? "", response?.url()]
  for (const [name, value] of HEADERS) expect.soft(headers[name], `${name} of ${address}`).toMatch(value)
  const nonce = /'nonce-([^']+)'/.exec(headers["content-security-policy"] ?? "")?.[1]
  const scripts = html.match(/<script[^>]*>/g) ?? []
  expect
    .soft(
      scripts.filter((script) => !script.includes(`nonce="${nonce}"`)),
      `scripts of ${address}`,
    )
    .toEqual([])
  expect
    .soft(html.match(/<[^>]+\son[a-z]+=["'][^>]*>|(?:href|action)=["']javascript:/gi) ?? [], `handlers of ${address}`)
    .toEqual([])
}

/**
 * Opens a page, checks its headers, and returns the size of the scripts that it loads until it is idle, gzipped, in KB
 * of 1,024 bytes. A bare Next page has 133.
 */
export const scriptWeight = async (page: Page, path: string): Promise<number> => {
  // Requests of the previous page must not count.
  await page.goto("about:blank")
  const sizes: Promise<number>[] = []
  const weigh = (response: { request: () => { resourceType: () => string }; body: () => Promise<Buffer> }): void => {
    if (response.request().resourceType() === "script")
      sizes.push(response.body().then((body) => gzipSync(body).length))
  }
  page.on("response", weigh)
  await expectGuarded(await page.goto(path))
  await page.waitForLoadState("networkidle")
  page.off("response", weigh)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1024
}
