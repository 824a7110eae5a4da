import { createHash } from "node:crypto"
import { appendFileSync, existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { expect, type Page, type Request, type Response } from "@playwright/test"
import type { AxeResults, ElementContext, RunOptions } from "axe-core"

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

// axe would load media first; its passing results are not needed.
const AXE_OPTIONS: RunOptions = { resultTypes: ["violations"], preload: false }
const ALL_RULES: RunOptions = {
  ...AXE_OPTIONS,
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
const COLOUR_RULES = ["color-contrast", "link-in-text-block"]
const COLOUR_OPTIONS: RunOptions = { ...AXE_OPTIONS, runOnly: COLOUR_RULES }
const TEXT_OPTIONS: RunOptions = {
  ...ALL_RULES,
  rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])),
}

const WIDTHS = [1280, 320] as const

interface CheckOptions {
  /** Selectors of the parts to check; without them the whole page. */
  within?: string[]
  /** A name for the finding. */
  of?: string
}

/**
 * Checks the current page at 320 and 1280 px, light and dark: no violation of WCAG 2.2 AA, no horizontal scrolling.
 * Dark mode changes only colours, so other rules are checked in light mode only. Colours do not depend on words: in
 * another language than English they are checked only if the page shows what no English page has shown.
 * With a name, a screenshot of each width is stored among the artefacts.
 */
export const expectAccessible = async (
  page: Page,
  name?: string,
  { within, of = page.url() }: CheckOptions = {},
): Promise<void> => {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE)
  for (const width of WIDTHS) {
    const checkColorScheme = async (colorScheme: "light" | "dark", rules: RunOptions): Promise<void> => {
      const { found, sideways: overflows, unworded: nativelyValidated } = await check(page, within, rules)
      expect.soft(found, `${of}, ${width} px, ${colorScheme}`).toEqual([])
      expect.soft(nativelyValidated, `forms of ${of} that are left to the browser's words`).toEqual([])
      expect.soft(Math.max(...overflows), `${of} scrolls sideways at ${width} px`).toBe(0)
    }
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 800 })
    const { language, kinds } = await shownKinds(page, within)
    const checkColours = language === "en" || !knownColours(width, kinds)
    await checkColorScheme("light", checkColours ? ALL_RULES : TEXT_OPTIONS)
    if (name !== undefined && (width === 1280 || !checkColours)) await takePicture(page, `${name}-${width}-light`)
    if (!checkColours) continue
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" })
    await checkColorScheme("dark", COLOUR_OPTIONS)
    if (name !== undefined && width === 320) await takePicture(page, `${name}-${width}-dark`)
    if (language === "en") keepColours(width, kinds)
  }
}

const takePicture = (page: Page, name: string): Promise<Buffer> =>
  page.screenshot({
    path: `e2e/.artifacts/pages/${name}.jpeg`,
    type: "jpeg",
    quality: 80,
    fullPage: true,
    animations: "disabled",
    caret: "hide",
  })

const check = (
  page: Page,
  within: string[] | undefined,
  rules: RunOptions,
): Promise<{ found: string[]; sideways: number[]; unworded: string[] }> =>
  page.evaluate(
    async ([context, options]) => {
      const { axe } = window as unknown as {
        axe: { run: (context: ElementContext, options: RunOptions) => Promise<AxeResults> }
      }
      const { violations } = await axe.run(context ? { include: context } : document, options)
      const boxes = [document.documentElement, ...document.querySelectorAll("dialog[open]")]
      // Constraints that the browser would report in its own language.
      const hasNativeConstraint = (control: Element): boolean =>
        control.matches(
          "[required], [pattern], [minlength], [type=email], [type=url], [type=number], [type=date], [type=datetime-local]",
        )
      return {
        unworded: [...document.forms]
          .filter((form) => !form.noValidate && [...form.elements].some(hasNativeConstraint))
          .map(({ outerHTML }) => outerHTML.slice(0, 200)),
        found: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
        sideways: boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
      }
    },
    [within, rules] as const,
  )

/** The page's language, and what its visible elements look like. */
const shownKinds = (page: Page, within: string[] = ["body"]): Promise<{ language: string; kinds: string[] }> =>
  page.evaluate((selectors) => {
    const kinds = new Set<string>()
    for (const element of document.querySelectorAll(selectors.flatMap((each) => [each, `${each} *`]).join())) {
      if (!element.checkVisibility()) continue
      const { color, backgroundColor, backgroundImage, fontSize, fontWeight, opacity } = getComputedStyle(element)
      const classes = [element, element.parentElement].map((each) => each?.getAttribute("class"))
      kinds.add(
        [element.localName, ...classes, color, backgroundColor, backgroundImage, fontSize, fontWeight, opacity].join(),
      )
    }
    return { language: document.documentElement.lang, kinds: [...kinds] }
  }, within)

/** The workers share what they have checked, in the folder of this run. */
const coloursFile = (): string => join(process.env.HAAT_TEST_DATA ?? "", "checked-colours")

const marksOf = (width: number, kinds: string[]): string[] =>
  kinds.map((kind) => createHash("sha256").update(`${width} ${kind}`).digest("base64").slice(0, 16))

const known = new Set<string>()

const knownColours = (width: number, kinds: string[]): boolean => {
  const marks = marksOf(width, kinds)
  if (marks.every((mark) => known.has(mark))) return true
  if (existsSync(coloursFile())) for (const mark of readFileSync(coloursFile(), "utf8").split("\n")) known.add(mark)
  return marks.every((mark) => known.has(mark))
}

const keepColours = (width: number, kinds: string[]): void => {
  const marks = marksOf(width, kinds).filter((mark) => !known.has(mark))
  for (const mark of marks) known.add(mark)
  if (marks.length > 0) appendFileSync(coloursFile(), `${marks.join("\n")}\n`)
}

// A menu is the same on every page.
const COLLAPSED = "main details:not(:has(nav))"

/** Unfolds everything in the main part of the page, and checks it. */
export const expectExpandedAccessible = async (page: Page): Promise<void> => {
  const collapsedCount = await page.evaluate((selector) => {
    const all = [...document.querySelectorAll<HTMLDetailsElement>(`${selector}:not([open])`)]
    for (const details of all) {
      // Opening one of a group closes the others.
      details.removeAttribute("name")
      details.open = true
    }
    return all.length
  }, COLLAPSED)
  if (collapsedCount > 0)
    await expectAccessible(page, undefined, { within: [COLLAPSED], of: `${page.url()}, unfolded` })
}

/** Collects the browser's errors from now on, such as hydration mismatches. */
export const collectConsoleErrors = (page: Page): string[] => {
  const consoleErrors: string[] = []
  page.on("console", (message) => {
    // An email is shown in a frame without scripts, where Playwright's own script for screenshots is blocked too.
    if (message.text().startsWith("Blocked script execution in 'about:srcdoc'")) return
    if (message.type() === "error" || message.type() === "warning")
      consoleErrors.push(`${page.url()}: ${message.text()}`)
  })
  page.on("pageerror", (error) => consoleErrors.push(`${page.url()}: ${error.message}`))
  return consoleErrors
}

const SECURITY_HEADERS: [string, RegExp][] = [
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
const expectSecurityHeaders = async (response: Response | null): Promise<void> => {
  const [headers, html, address] = [response?.headers() ?? {}, (await response?.text()) ?? "", response?.url()]
  for (const [name, value] of SECURITY_HEADERS) expect.soft(headers[name], `${name} of ${address}`).toMatch(value)
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

const pendingRequests = new WeakMap<Page, Set<Request>>()

/** Knows from now on which requests of a page have no response yet. */
export const watchRequests = (page: Page): Set<Request> => {
  const known = pendingRequests.get(page)
  if (known) return known
  const pending = new Set<Request>()
  pendingRequests.set(page, pending)
  page.on("request", (request) => pending.add(request))
  page.on("requestfinished", (request) => pending.delete(request))
  page.on("requestfailed", (request) => pending.delete(request))
  return pending
}

/** Waits until a page is loaded, has nothing left to run, and waits for no response. */
export const settle = async (page: Page): Promise<void> => {
  const pending = watchRequests(page)
  const idle = async (): Promise<string[]> => {
    await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 200 })))
    return [...pending].filter((request) => request.resourceType() !== "eventsource").map((request) => request.url())
  }
  await page.waitForLoadState("load")
  // What a response causes may be another request.
  await expect.poll(async () => [...(await idle()), ...(await idle())]).toEqual([])
}

/** Opens a page, checks its headers, and waits until it is settled. */
export const openWithSecurityHeaders = async (page: Page, path: string): Promise<void> => {
  watchRequests(page)
  await expectSecurityHeaders(await page.goto(path))
  await settle(page)
}

/**
 * Opens a page, checks its headers, and returns the size of the scripts that it loads until it is idle, gzipped, in KB
 * of 1,024 bytes. A bare Next page has 133.
 */
export const measureScriptSize = async (page: Page, path: string): Promise<number> => {
  // Requests of the previous page must not count.
  await page.goto("about:blank")
  const sizes: Promise<number>[] = []
  const weigh = (response: { request: () => { resourceType: () => string }; body: () => Promise<Buffer> }): void => {
    if (response.request().resourceType() === "script")
      sizes.push(response.body().then((body) => gzipSync(body).length))
  }
  page.on("response", weigh)
  await expectSecurityHeaders(await page.goto(path))
  await page.waitForLoadState("networkidle")
  page.off("response", weigh)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1024
}
