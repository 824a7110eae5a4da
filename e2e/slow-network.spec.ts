import { expect, type Page, test } from "./test"
import { account, createEndpoints, signIn, setLocale } from "./marketplace"
import { bestOfThree, settle } from "./page-checks"
import { PAGES, PageUrls } from "./pages"
import { signUpVerified } from "./signup"
import en from "../src/i18n/messages/en.json" with { type: "json" }
import hi from "../src/i18n/messages/hi.json" with { type: "json" }

const LATENCY_MS = 2_500

/** Delays what the page requests from now on. */
async function delayRequests(page: Page): Promise<void> {
  await page.route("**/*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATENCY_MS))
    await route.continue().catch(() => undefined)
  })
}

interface Times {
  click?: number
  bar?: number
  skeleton?: number
}

/** Records in the page when the next click, the bar and the skeleton come. */
function recordTimes(page: Page): Promise<void> {
  return page.evaluate(() => {
    const times: Times = {}
    Object.assign(window, { times })
    window.addEventListener("click", () => (times.click = performance.now()), { capture: true, once: true })
    new MutationObserver(() => {
      if (document.querySelector("[role=progressbar]")) times.bar ??= performance.now()
      if (document.querySelector("[data-skeleton]")) times.skeleton ??= performance.now()
    }).observe(document.body, { childList: true, subtree: true })
  })
}

function readTimes(page: Page): Promise<Required<Times>> {
  return page.evaluate(() => (window as unknown as { times: Required<Times> }).times)
}

/** The navigation, the main part and the bar follow navigations. The bar is hydrated after the links. */
const FOLLOWERS = 3

/** Counts what follows navigations, on each page from now on. */
function countFollowers(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const state = Object.assign(window, { followers: 0 })
    const listen = window.addEventListener.bind(window)
    window.addEventListener = (
      type: string,
      listener: EventListenerOrEventListenerObject,
      options?: boolean | AddEventListenerOptions,
    ) => {
      if (type === "haat:navigation") state.followers++
      listen(type, listener, options)
    }
  })
}

function expectFollowers(page: Page): Promise<void> {
  return expect
    .poll(() => page.evaluate(() => (window as unknown as { followers: number }).followers))
    .toBeGreaterThanOrEqual(FOLLOWERS)
}

/** How long after the click the bar and the skeleton may come. */
const WITHIN_MS = { bar: 100, skeleton: 600 }

test("with a latency of 2.5 s, opening a page shows a bar within 100 ms, then a skeleton", async ({
  page,
  context,
}) => {
  await countFollowers(page)
  await signIn(page, await signUpVerified(context, "en"), "/keys")
  const bar = page.getByRole("progressbar", { name: en.Common.loading })
  /** The larger share of the allowed time that the bar and the skeleton take. */
  const openRequests = async (): Promise<number> => {
    await page.goto("/keys")
    await expect(page.getByRole("heading", { level: 1, name: en.Keys.title })).toBeVisible()
    await page.waitForLoadState("networkidle")
    await expectFollowers(page)
    await recordTimes(page)
    await delayRequests(page)
    await page.getByRole("navigation").getByRole("link", { name: en.Nav.requests }).click()
    await expect(bar).toBeVisible()
    await expect(page.getByRole("main")).toHaveAttribute("aria-busy", "true")
    await expect(page.getByRole("main").getByRole("status").filter({ hasText: en.Common.loading })).toBeAttached()
    await expect(page.getByRole("heading", { level: 1, name: en.Keys.title })).toBeHidden()
    await expect(page.getByRole("navigation").getByRole("link", { name: en.Nav.requests })).toHaveAttribute(
      "aria-current",
      /./,
    )
    const { click, bar: barAt, skeleton } = await readTimes(page)
    await expect(page.getByRole("heading", { level: 1, name: en.Requests.title })).toBeVisible()
    await expect(bar).toHaveCount(0)
    await expect(page.locator("[data-skeleton], main[aria-busy]")).toHaveCount(0)
    await page.unrouteAll({ behavior: "ignoreErrors" })
    return Math.max((barAt - click) / WITHIN_MS.bar, (skeleton - click) / WITHIN_MS.skeleton)
  }
  expect(await bestOfThree(openRequests, 1)).toBeLessThan(1)
})

test("with a latency of 2.5 s, other filters dim the page, and a new document shows the bar too", async ({
  page,
  context,
}) => {
  await countFollowers(page)
  await signIn(page, await signUpVerified(context, "hi"), "/overview")
  await setLocale(page, "hi")
  await page.goto("/overview")
  await page.waitForLoadState("networkidle")
  await expectFollowers(page)
  await delayRequests(page)
  const bar = page.getByRole("progressbar", { name: hi.Common.loading })
  await page.getByRole("link", { name: hi.Overview.range_30d }).click()
  await expect(bar).toBeVisible()
  await expect(page.getByRole("heading", { level: 1, name: hi.Overview.title })).toBeVisible()
  await expect(page.locator("[data-skeleton]")).toHaveCount(0)
  await page.waitForURL(/range=30d/)
  await expect(bar).toHaveCount(0)
  // Playwright waits for the new document, so the old one leaves a note.
  await page.evaluate(() => {
    const note = (): void => {
      if (document.querySelector("[role=progressbar]")) sessionStorage.setItem("bar", "seen")
    }
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true })
  })
  await page.getByRole("link", { name: hi.Mode.sandbox, exact: true }).click()
  await page.waitForURL(/mode=sandbox/)
  expect(await page.evaluate(() => sessionStorage.getItem("bar"))).toBe("seen")
})

test("with a latency of 2.5 s, the button that was pressed says that it works", async ({ page, context }) => {
  await signIn(page, await signUpVerified(context, "en"), "/keys")
  await page.getByRole("button", { name: en.Keys.create }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel(en.Keys.name, { exact: true }).fill("Slow")
  await dialog.getByRole("checkbox", { name: "profile.read" }).check()
  const submit = dialog.getByRole("button", { name: en.Keys.submit })
  const { width } = (await submit.boundingBox()) ?? { width: 0 }
  await delayRequests(page)
  await submit.click()
  await expect(submit).toHaveAttribute("aria-busy", "true")
  await expect(submit).toBeDisabled()
  await expect(submit.locator("svg")).toBeVisible()
  await expect.poll(async () => (await submit.boundingBox())?.width).toBe(width)
  await expect(dialog).toHaveAccessibleName(en.Keys.secret_title)
})

test("without a connection it is said immediately, and the page stays", async ({ page, context }) => {
  await signIn(page, await signUpVerified(context, "en"), "/keys")
  const notice = page.getByText(en.Common.offline)
  const heading = page.getByRole("heading", { level: 1, name: en.Keys.title })
  await expect(heading).toBeVisible()
  await settle(page)
  await expect(notice).toHaveCount(0)
  await context.setOffline(true)
  await expect(notice).toBeVisible()
  for (const name of [en.Nav.requests, en.Nav.docs]) {
    await page.getByRole("link", { name, exact: true }).first().click()
    await expect(notice).toBeVisible()
    await expect(heading).toBeVisible()
    await expect(page).toHaveURL("/keys")
  }
  await context.setOffline(false)
  await expect(notice).toHaveCount(0)
  await page.getByRole("link", { name: en.Nav.requests, exact: true }).click()
  await page.waitForURL("/requests")
})

for (const role of ["customer", "seller", "developer", "staff"] as const)
  test(`on a slow network every page of a ${role} shows a bar within 100 ms of a click`, async ({ page }) => {
    test.slow()
    await signIn(page, account(role), "/overview")
    if (role === "developer") await createEndpoints(page)
    const urls = new PageUrls(page)
    await countFollowers(page)
    let arrived = Promise.resolve()
    await page.route(/[?&]_rsc=/, async (route) => {
      await arrived
      await route.continue()
    })
    for (const entry of PAGES.filter((each) => each.role === role && each.folder.startsWith("(portal)"))) {
      const path = await urls.urlOf(entry)
      const to = path.startsWith("/requests") ? en.Nav.keys : en.Nav.requests
      const shownAfter = async (): Promise<number> => {
        await page.goto(path)
        await settle(page)
        await expectFollowers(page)
        await recordTimes(page)
        let arrive = (): void => undefined
        arrived = new Promise<void>((resolve) => (arrive = resolve))
        await page.getByRole("navigation").getByRole("link", { name: to, exact: true }).first().click()
        await expect(page.getByRole("progressbar", { name: en.Common.loading }), path).toBeVisible()
        const { click, bar } = await readTimes(page)
        arrive()
        await page.waitForURL(path.startsWith("/requests") ? /\/keys/ : /\/requests/)
        return bar - click
      }
      expect.soft(await bestOfThree(shownAfter, 100), path).toBeLessThan(100)
    }
    await page.unrouteAll({ behavior: "ignoreErrors" })
  })
