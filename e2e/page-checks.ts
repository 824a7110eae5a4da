import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { gzipSync } from "node:zlib"
import { expect, type Page, type Response } from "@playwright/test"
import type { AxeResults, ElementContext, RunOptions } from "axe-core"

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

// No media that axe would have to load first; its passes are not asked for.
const QUICK: RunOptions = { resultTypes: ["violations"], preload: false }
const EVERYTHING: RunOptions = {
  ...QUICK,
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
const COLOURS: RunOptions = { ...QUICK, runOnly: ["color-contrast", "link-in-text-block"] }

/** Dark changes nothing but colours: what does not look at them is asked in light alone. Two pictures show both widths and both colours. */
const LOOKS = [
  { colorScheme: "light", width: 1280, rules: EVERYTHING, pictured: true },
  { colorScheme: "light", width: 320, rules: EVERYTHING, pictured: false },
  { colorScheme: "dark", width: 320, rules: COLOURS, pictured: true },
  { colorScheme: "dark", width: 1280, rules: COLOURS, pictured: false },
] as const

interface Look {
  /** Selectors of where to look; without them the whole page. */
  within?: string[]
  /** What is looked at, for the finding. */
  of?: string
}

/**
 * Looks at the page as it stands, at 320 and 1280 px, light and dark: no violation of WCAG 2.2 AA, nothing that scrolls sideways.
 * With a name, two pictures are kept among the artefacts.
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
        // What the browser would stop, it would word in its own language.
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

/** Unfolds all that is folded in the main part of the page, and looks at it. */
export const expectUnfolded = async (page: Page): Promise<void> => {
  const folded = await page.evaluate((selector) => {
    const all = [...document.querySelectorAll<HTMLDetailsElement>(`${selector}:not([open])`)]
    for (const details of all) {
      // One of a group folds the others.
      details.removeAttribute("name")
      details.open = true
    }
    return all.length
  }, FOLDED)
  if (folded > 0) await expectAccessible(page, undefined, { within: [FOLDED], of: `${page.url()}, unfolded` })
}

/** What the browser complains about from now on, such as a page that differs from what the server sent. */
export const complaintsOf = (page: Page): string[] => {
  const complaints: string[] = []
  page.on("console", (message) => {
    // A mail is shown in a frame without scripts, and Playwright's own is refused there when a picture is taken.
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

/** Whether the page came with headers that let nobody else's script run, and has none of its own that the policy would stop. */
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

/** Opens a page, guarded as each has to be, and gives the scripts that it loads until it is at rest, gzipped, in KB of 1,024 bytes, of which a bare Next page has 133. */
export const scriptWeight = async (page: Page, path: string): Promise<number> => {
  // What the page before still loads is not this page's.
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
