import { createHash } from "node:crypto"
import { appendFileSync, existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { expect, type Page, type Request, type Response } from "@playwright/test"
import type { AxeResults, ElementContext, RunOptions } from "axe-core"

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

// axe would load media first, and describe where each element is. It cannot look into the frame of an email, which runs no
// scripts, and its attempt is an error in the console.
const AXE_OPTIONS: RunOptions = { resultTypes: ["violations"], preload: false, selectors: false, iframes: false }
const COLOUR_RULES = ["color-contrast", "link-in-text-block"]
const COLOUR_OPTIONS: RunOptions = {
  ...AXE_OPTIONS,
  runOnly: COLOUR_RULES,
  resultTypes: ["violations", "passes"],
  elementRef: true,
}
const LAYOUT_OPTIONS: RunOptions = { ...AXE_OPTIONS, runOnly: ["target-size", "scrollable-region-focusable"] }
/** All rules but those of colours. */
const TEXT_OPTIONS: RunOptions = {
  ...AXE_OPTIONS,
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])),
}

const WIDTHS = [1280, 320] as const
const COLOUR_SCHEMES = ["light", "dark"] as const

interface CheckOptions {
  /** Selectors of the parts to check; without them the whole page. */
  within?: string[]
  /** A name for the finding. */
  of?: string
}

/**
 * Checks the current page at 320 and 1280 px, light and dark: no violation of WCAG 2.2 AA, no horizontal scrolling.
 * What must have the same answer is checked once:
 * - Most rules depend on which elements are rendered, not on where. If both widths render the same ones, only the rules
 *   of layout are checked at the second width. So they are in other languages than English: what a width renders is the
 *   same there, and no language lacks a message.
 * - The contrast of a text depends on its colour, size and weight and on what is behind it. A text that agrees in these
 *   and in its classes with a text that has passed, on any page in any language, is not checked again.
 * - Only colours differ between light and dark. In other languages than English, a page whose every text is known in
 *   light is known in dark, where the English page has passed.
 */
export const expectAccessible = async (page: Page, { within, of = page.url() }: CheckOptions = {}): Promise<void> => {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE)
  let renderedBefore = ""
  for (const width of WIDTHS) {
    let darkKnown = false
    for (const colorScheme of COLOUR_SCHEMES) {
      if (colorScheme === "dark" && darkKnown) continue
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      if (page.viewportSize()?.width !== width) {
        await page.setViewportSize({ width, height: 800 })
        // What follows the window's width does so in the next frame.
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      }
      const { language, rendered, kinds, overflows, nativelyValidated } = await inspect(page, within)
      const look = `${of}, ${width} px, ${colorScheme}`
      if (colorScheme === "light") {
        const structureKnown = width !== WIDTHS[0] && (language !== "en" || rendered === renderedBefore)
        const rules = structureKnown ? LAYOUT_OPTIONS : TEXT_OPTIONS
        expect.soft(await violations(page, within, rules), look).toEqual([])
        expect.soft(nativelyValidated, `forms of ${of} that are left to the browser's words`).toEqual([])
        renderedBefore = rendered
      }
      expect.soft(Math.max(...overflows), `${look}: scrolls sideways`).toBe(0)
      const unknown = unknownKinds(kinds)
      darkKnown = language !== "en" && unknown.length === 0
      if (unknown.length === 0) continue
      const { found, passed } = await colourViolations(page, unknown)
      expect.soft(found, look).toEqual([])
      keepKinds(passed)
    }
  }
}

interface AxeWindow {
  axe: { run: (context: ElementContext, options: RunOptions) => Promise<AxeResults> }
  textsByKind: Map<string, Element[]>
}

const violations = (page: Page, within: string[] | undefined, rules: RunOptions): Promise<string[]> =>
  page.evaluate(
    async ([context, options]) => {
      const { axe } = window as unknown as AxeWindow
      const { violations: found } = await axe.run(context ? { include: context } : document, options)
      return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)
    },
    [within, rules] as const,
  )

/** Checks the colours of the texts of these kinds. Kinds of which axe could judge no text have not passed. */
const colourViolations = (page: Page, kinds: string[]): Promise<{ found: string[]; passed: string[] }> =>
  page.evaluate(
    async ([kindsToCheck, options]) => {
      const { axe, textsByKind } = window as unknown as AxeWindow
      // The page may have rendered others since.
      const textsOf = (kind: string): Element[] => (textsByKind.get(kind) ?? []).filter((text) => text.isConnected)
      const include = kindsToCheck.flatMap(textsOf)
      if (include.length === 0) return { found: [], passed: [] }
      const { violations: found, passes } = await axe.run({ include }, options)
      const passed = new Set(passes.flatMap(({ nodes }) => nodes.map(({ element }) => element)))
      return {
        found: found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
        passed: kindsToCheck.filter((kind) => textsOf(kind).some((text) => passed.has(text as HTMLElement))),
      }
    },
    [kinds, COLOUR_OPTIONS] as const,
  )

interface Inspection {
  language: string
  /** Which elements are rendered. */
  rendered: string
  /** The kinds of its visible texts: what determines their contrast. */
  kinds: string[]
  /** By how much the page and its dialogs scroll sideways. */
  overflows: number[]
  /** Forms with constraints that the browser would report in its own language. */
  nativelyValidated: string[]
}

const inspect = (page: Page, within: string[] = ["body"]): Promise<Inspection> =>
  page.evaluate((selectors) => {
    const backdrops = new Map<Element | null, string>([[null, ""]])
    /** The backgrounds from an element's own to the first opaque one. */
    const backdropOf = (element: Element | null): string => {
      const known = backdrops.get(element)
      if (known !== undefined || element === null) return known ?? ""
      const { backgroundColor, backgroundImage, opacity, filter, clipPath } = getComputedStyle(element)
      const plain = [backgroundImage, opacity, filter, clipPath].join() === "none,1,none,none"
      const own = [backgroundColor, backgroundImage, opacity, filter, clipPath].join()
      let backdrop = own
      if (!plain || !backgroundColor.startsWith("rgb(")) {
        const behind = backdropOf(element.parentElement)
        backdrop = plain && backgroundColor === "rgba(0, 0, 0, 0)" ? behind : `${own}/${behind}`
      }
      backdrops.set(element, backdrop)
      return backdrop
    }
    const hasText = (element: Element): boolean =>
      element.matches("input:not([type=checkbox], [type=radio], [type=file]), select, textarea") ||
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
    /** What only screen readers see has no contrast, and what is disabled needs none. */
    const hasContrast = (element: Element): boolean =>
      !element.matches(":disabled, [aria-disabled=true]") && !backdropOf(element).includes("inset(50%)")
    let rendered = ""
    const textsByKind = new Map<string, Element[]>()
    for (const element of document.querySelectorAll(selectors.flatMap((each) => [each, `${each} *`]).join())) {
      const visible = element.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true })
      rendered += visible ? "1" : "0"
      const parent = element.parentElement
      const inText = parent !== null && hasText(parent)
      if (!visible || !(hasText(element) || (element.localName === "a" && inText)) || !hasContrast(element)) continue
      const { color, fontSize, fontWeight, textDecorationLine, textShadow, position } = getComputedStyle(element)
      const kind = [
        element.localName,
        element.getAttribute("class"),
        parent?.getAttribute("class"),
        parent && getComputedStyle(parent).color,
        inText,
        color,
        fontSize,
        fontWeight,
        textDecorationLine,
        textShadow,
        position,
        backdropOf(element),
      ].join()
      textsByKind.set(kind, [...(textsByKind.get(kind) ?? []), element])
    }
    Object.assign(window, { textsByKind })
    const boxes = [document.documentElement, ...document.querySelectorAll("dialog[open]")]
    const hasNativeConstraint = (control: Element): boolean =>
      control.matches(
        "[required], [pattern], [minlength], [type=email], [type=url], [type=number], [type=date], [type=datetime-local]",
      )
    return {
      language: document.documentElement.lang,
      rendered,
      kinds: [...textsByKind.keys()],
      overflows: boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
      nativelyValidated: [...document.forms]
        .filter((form) => !form.noValidate && [...form.elements].some(hasNativeConstraint))
        .map(({ outerHTML }) => outerHTML.slice(0, 200)),
    }
  }, within)

/** The workers share which kinds of texts have passed, in the folder of this run. */
const kindsFile = (): string => join(process.env.HAAT_TEST_DATA ?? "", "passed-colours")

const markOf = (kind: string): string => createHash("sha256").update(kind).digest("base64").slice(0, 16)

const passedMarks = new Set<string>()

const unknownKinds = (kinds: string[]): string[] => {
  const unknown = (): string[] => kinds.filter((kind) => !passedMarks.has(markOf(kind)))
  if (unknown().length === 0) return []
  if (existsSync(kindsFile())) for (const mark of readFileSync(kindsFile(), "utf8").split("\n")) passedMarks.add(mark)
  return unknown()
}

const keepKinds = (kinds: string[]): void => {
  const marks = kinds.map(markOf)
  for (const mark of marks) passedMarks.add(mark)
  if (marks.length > 0) appendFileSync(kindsFile(), `${marks.join("\n")}\n`)
}

// A menu is the same on every page.
const COLLAPSED = "main details:not(:has(nav))"

/**
 * Unfolds what is in the main part of the page, and checks it. Of a group, such as the menus of a toolbar, one is open
 * at a time.
 */
export const expectExpandedAccessible = async (page: Page): Promise<void> => {
  const rounds = await page.evaluate((selector) => {
    const sizes = new Map<string, number>()
    for (const details of document.querySelectorAll<HTMLDetailsElement>(`${selector}:not([open])`)) {
      const group = details.getAttribute("name")
      const place = group === null ? 0 : (sizes.get(group) ?? 0)
      if (group !== null) sizes.set(group, place + 1)
      details.dataset.round = String(place)
    }
    return Math.max(0, ...sizes.values(), document.querySelectorAll("[data-round]").length > 0 ? 1 : 0)
  }, COLLAPSED)
  for (let round = 0; round < rounds; round++) {
    await page.evaluate((place) => {
      for (const details of document.querySelectorAll<HTMLDetailsElement>(`[data-round="${place}"]`))
        details.open = true
    }, round)
    await expectAccessible(page, { within: [COLLAPSED], of: `${page.url()}, unfolded` })
  }
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
  const weigh = (response: Response): void => {
    if (response.request().resourceType() === "script") sizes.push(gzippedSize(response))
  }
  page.on("response", weigh)
  await openWithSecurityHeaders(page, path)
  page.off("response", weigh)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1024
}

/** A script's URL contains a hash of its content. */
const gzippedSizes = new Map<string, Promise<number>>()

const gzippedSize = (response: Response): Promise<number> => {
  const size = gzippedSizes.get(response.url()) ?? response.body().then((body) => gzipSync(body).length)
  gzippedSizes.set(response.url(), size)
  return size
}
