import { gzipSync } from "node:zlib"
import {
  type BrowserContext,
  errors,
  expect,
  type Locator,
  type Page,
  type Request,
  type Response,
} from "@playwright/test"
import { HYDRATED_EVENT } from "../src/ui/event-replay"

/** Collects the browser's errors from now on, such as hydration mismatches. */
export function collectConsoleErrors(page: Page): string[] {
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
async function expectSecurityHeaders(response: Response | null): Promise<void> {
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
export function watchRequests(page: Page): Set<Request> {
  const known = pendingRequests.get(page)
  if (known) return known
  const pending = new Set<Request>()
  pendingRequests.set(page, pending)
  page.on("request", (request) => pending.add(request))
  page.on("requestfinished", (request) => pending.delete(request))
  page.on("requestfailed", (request) => pending.delete(request))
  return pending
}

/**
 * Makes Next's prefetches fail in the browser from the next document on. Most pages have dozens of links, and the server
 * renders an answer for each.
 */
export async function rejectPrefetches(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const send = window.fetch
    window.fetch = (input, init) =>
      new Headers(init?.headers).has("next-router-prefetch")
        ? Promise.reject(new TypeError("a test does without prefetches"))
        : send(input, init)
  })
}

interface HydrationState {
  isHydrated: boolean
}

/** Notes in each of a context's documents that the page announces its hydration. */
export function noteHydration(context: BrowserContext): Promise<unknown> {
  return context.addInitScript((event) => {
    const hydration: HydrationState = { isHydrated: false }
    Object.assign(window, { hydration })
    document.addEventListener(event, () => (hydration.isHydrated = true))
  }, HYDRATED_EVENT)
}

/**
 * Waits until a page, whose scripts are requested after its first paint, is hydrated: React has begun, and the page has
 * announced that it has ended. At most ten seconds and three, for a test in which scripts do not come.
 */
export async function waitForHydration(page: Page): Promise<void> {
  const isHydrated = (wholly: boolean): boolean => {
    const probe = document.createElement("div")
    probe.innerHTML = "<noscript><i></i></noscript>"
    const runsScripts = probe.querySelector("i") === null
    const hasScripts = [...document.scripts].some(({ text }) => text.includes("requestAfterPaint"))
    if (!runsScripts || !hasScripts) return true
    const { hydration } = window as { hydration?: HydrationState }
    if (wholly) return hydration?.isHydrated ?? true
    return Object.keys(document.querySelector("body") ?? {}).some((name) => name.startsWith("__reactFiber"))
  }
  for (const [wholly, timeout] of [
    [false, 10_000],
    [true, 3_000],
  ] as const)
    try {
      await page.waitForFunction(isHydrated, wholly, { polling: 20, timeout })
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error
    }
}

/**
 * Waits until a page is loaded, has nothing left to run, waits for no response, and has a title. When it navigates without
 * a new document, Next removes the old title some time before it renders the new one.
 */
export async function settle(page: Page): Promise<void> {
  const pending = watchRequests(page)
  const idle = async (): Promise<string[]> => {
    const title = await page.evaluate(
      () => new Promise<string>((done) => requestIdleCallback(() => done(document.title), { timeout: 200 })),
    )
    const urls = [...pending].filter((request) => request.resourceType() !== "eventsource").map((each) => each.url())
    return title === "" ? ["no title", ...urls] : urls
  }
  await page.waitForLoadState("load")
  await waitForHydration(page)
  // What a response causes may be another request.
  await expect.poll(async () => [...(await idle()), ...(await idle())], { intervals: [50] }).toEqual([])
}

/** Opens a page, checks its headers, and waits until it is settled. */
export async function openWithSecurityHeaders(page: Page, path: string): Promise<void> {
  watchRequests(page)
  await expectSecurityHeaders(await page.goto(path))
  await settle(page)
}

/**
 * Opens a page, checks its headers, and returns the size of the scripts that it loads until it is idle, gzipped, in KB
 * of 1,024 bytes. A bare Next page has 133.
 */
export async function measureScriptSize(page: Page, path: string): Promise<number> {
  const sizes: Promise<number>[] = []
  let isLeft = false
  const weigh = (response: Response): void => {
    const request = response.request()
    // The previous page must not count.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) isLeft = true
    if (isLeft && request.resourceType() === "script") sizes.push(gzippedSize(response))
  }
  page.on("response", weigh)
  await openWithSecurityHeaders(page, path)
  page.off("response", weigh)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1024
}

/** A script's URL contains a hash of its content. */
const gzippedSizes = new Map<string, Promise<number>>()

function gzippedSize(response: Response): Promise<number> {
  const size = gzippedSizes.get(response.url()) ?? response.body().then((body) => gzipSync(body).length)
  gzippedSizes.set(response.url(), size)
  return size
}

/**
 * The shortest of up to three measurements. A machine that is busy with other tests makes a page slower, never faster.
 * @param enough milliseconds below which no further one is needed
 */
export async function bestOfThree(measure: (attempt: number) => Promise<number>, enough: number): Promise<number> {
  let best = await measure(1)
  for (let attempt = 2; attempt <= 3 && !(best < enough); attempt++) best = Math.min(best, await measure(attempt))
  return best
}

/** Waits until all rows are 36 px high, and at least 18 of them are on the screen. */
export async function expectDenseRows(rows: Locator): Promise<void> {
  await expect
    .poll(() => rows.evaluateAll((found) => [...new Set(found.map((row) => row.getBoundingClientRect().height))]))
    .toEqual([36])
  await expect
    .poll(() =>
      rows.evaluateAll((found) => found.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length),
    )
    .toBeGreaterThanOrEqual(18)
}
