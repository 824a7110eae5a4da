import { randomUUID } from "node:crypto"
import { expect, type Page, test } from "./test"
import en from "../src/i18n/messages/en.json" with { type: "json" }
import hi from "../src/i18n/messages/hi.json" with { type: "json" }
import mai from "../src/i18n/messages/mai.json" with { type: "json" }
import { account, callPortal, openEmail, signIn, setLocale } from "./marketplace"
import { PASSWORD, signUp, signUpVerified } from "./signup"
import { collectConsoleErrors } from "./page-checks"

// Input on slow connections, before any script of the page has loaded.

/** Opens a page and holds its scripts back. @returns a function that lets them load */
async function openBeforeHydration(page: Page, path: string): Promise<() => Promise<void>> {
  const scripts = "**/_next/static/**/*.js"
  let arrive = (): void => undefined
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await page.route(scripts, async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto(path, { waitUntil: "domcontentloaded" })
  return async () => {
    arrive()
    await page.waitForLoadState("load")
  }
}

/** The input of a portal call. */
async function waitForInput(page: Page, procedure: string): Promise<unknown> {
  return (await page.waitForRequest(`**/api/trpc/${procedure}`)).postDataJSON() as unknown
}

test("a sandbox order has the options chosen before hydration, and is placed once", async ({ page }) => {
  const t = en.Sandbox
  await signIn(page, account("seller"), "/sandbox?mode=sandbox")
  await setLocale(page, "en")
  const arrive = await openBeforeHydration(page, "/sandbox")
  await page.getByText(t.options, { exact: true }).click()
  await page.getByLabel(t.payment_pending, { exact: true }).check()
  await page.getByLabel(t.sku, { exact: true }).fill("FX-004")
  await page.getByLabel(t.buyer_me, { exact: true }).check()
  await page.getByLabel(t.quantity, { exact: true }).fill("3")
  const sent = waitForInput(page, "sandboxOrders.place")
  for (let press = 0; press < 3; press++) await page.getByRole("button", { name: t.place, exact: true }).click()
  await arrive()
  expect(await sent).toEqual({ buyer: "me", payment: "pending", items: [{ sku: "FX-004", quantity: 3 }] })
  await expect(page.getByRole("status").getByText(/HT-/)).toHaveCount(1)
  await expect(page).toHaveURL("/sandbox")
  await expect(page.getByLabel(t.quantity, { exact: true })).toHaveValue("3")
})

test("in Hindi: a staff message is sent as typed before hydration", async ({ page, browser }) => {
  const t = hi.StaffAccounts
  const holder = await signUpVerified((await browser.newPage()).context(), "hi")
  await signIn(page, account("staff"), "/staff/accounts")
  await setLocale(page, "hi")
  await page.goto(`/staff/accounts?q=${holder.email}`)
  const path = (await page.locator("tbody tr").getByRole("link").getAttribute("href")) ?? ""
  const arrive = await openBeforeHydration(page, path)
  const words = page.getByLabel(t.message)
  await words.fill("कुंजी सार्वजनिक हो गई थी।")
  await arrive()
  await page.getByRole("button", { name: t.lock, exact: true }).click()
  await expect(page.getByRole("heading", { level: 1 })).toContainText(t.locked)
  await expect(words).toHaveValue("")
})

test("in Maithili: a click before hydration confirms the address exactly once", async ({ page, context }) => {
  const t = mai.VerifyEmail
  const { email } = await signUp(context, "mai")
  await setLocale(page, "mai")
  await openEmail(page, email, mai.Mail.verify_email.subject)
  const path =
    (await page
      .getByRole("main")
      .getByRole("link", { name: /\/verify-email\?token=/ })
      .getAttribute("href")) ?? ""
  const arrive = await openBeforeHydration(page, path)
  for (let press = 0; press < 3; press++) await page.getByRole("button", { name: t.submit }).click()
  await arrive()
  await page.waitForURL("/overview")
})

test("shortcuts pressed before hydration open the palette once, and move the focus to the documentation's search", async ({
  page,
}) => {
  await setLocale(page, "en")
  const arrive = await openBeforeHydration(page, "/docs")
  for (let press = 0; press < 2; press++) await page.keyboard.press("Control+k")
  await arrive()
  await expect(page.getByRole("dialog", { name: en.Palette.title }).getByRole("combobox")).toBeFocused()
  await page.unrouteAll({ behavior: "ignoreErrors" })
  const arriveAgain = await openBeforeHydration(page, "/docs")
  await page.keyboard.press("/")
  await arriveAgain()
  await expect(page.getByRole("combobox", { name: en.DocsSearch.label })).toBeFocused()
})

test("a form posted before hydration creates an account, and its result stays after hydration", async ({ page }) => {
  const t = en.SignUp
  const email = `${randomUUID()}@example.in`
  const consoleErrors = collectConsoleErrors(page)
  const arrive = await openBeforeHydration(page, "/sign-up")
  await page.getByLabel(t.name, { exact: true }).fill("Asha Jha")
  await page.getByLabel(t.email).fill(email)
  await page.getByLabel(t.password).fill("short")
  const send = page.getByRole("button", { name: t.submit })
  await send.click({ noWaitAfter: true })
  await expect(page.getByLabel(t.password)).toHaveAccessibleDescription(
    new RegExp(en.Problems.password_short.replace("{min}", "10")),
  )
  await page.getByLabel(t.password).fill(PASSWORD)
  await arrive()
  await expect(page.getByLabel(t.email)).toHaveValue(email)
  await expect(page.getByLabel(t.password)).toHaveValue(PASSWORD)
  await send.click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t.sent_title)
  await expect(page.getByRole("main")).toContainText(email)
  await expect(page).toHaveURL("/sign-up")
  expect(consoleErrors).toEqual([])
})

test("a store application typed before hydration stays out of the URL and names the store", async ({
  page,
  context,
}) => {
  const t = en.OpenStore
  await signIn(page, await signUpVerified(context, "en"), "/store/open")
  const arrive = await openBeforeHydration(page, "/store/open")
  await page.getByLabel(t.name, { exact: true }).fill("Madhubani Rang")
  await page.getByLabel(t.pincode).fill("84")
  await page.getByRole("button", { name: t.submit }).click()
  await expect(page).toHaveURL("/store/open")
  await arrive()
  await expect(page.getByLabel(t.pincode)).toHaveAccessibleDescription(t.error_pincode)
  await expect(page.getByLabel(t.name, { exact: true })).toHaveValue("Madhubani Rang")
  await expect(page.getByPlaceholder("madhubani-rang")).toBeVisible()
  await expect(page).toHaveURL("/store/open")
})

test("the first key is created by a press while only its form's script is still loading", async ({ page, context }) => {
  const t = en.FirstSteps
  await signIn(page, await signUpVerified(context, "en"), "/keys")
  const document = await (await page.request.get("/overview")).text()
  let arrive = (): void => undefined
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  let isHeld = false
  await page.route("**/_next/static/**/*.js", async (route) => {
    if (!document.includes(new URL(route.request().url()).pathname)) {
      isHeld = true
      await arrived
    }
    await route.continue()
  })
  // The page has not loaded while a script is held.
  await page.goto("/overview", { waitUntil: "commit" })
  await expect.poll(() => isHeld).toBe(true)
  // The rest of the page is hydrated by then.
  await page.waitForTimeout(1_000)
  const name = page.getByLabel(t.key_name)
  await name.fill("First of all")
  const sent = waitForInput(page, "portalKeys.create")
  await page.getByRole("button", { name: t.key_submit }).click()
  arrive()
  expect(await sent).toMatchObject({ name: "First of all" })
  await expect(page.getByRole("button", { name: t.request_copy })).toBeFocused()
  await page.unrouteAll({ behavior: "ignoreErrors" })
})

test("an app's form sends and shows everything entered before hydration", async ({ page, context }) => {
  const t = en.OauthApps
  await signIn(page, await signUpVerified(context, "en"))
  const { app } = await callPortal<{ app: { client_id: string } }>(page, "oauthApps.create", {
    name: "Early bird",
    type: "public",
  })
  await callPortal(page, "oauthApps.update", {
    client_id: app.client_id,
    redirect_uris: ["https://early.example/callback"],
  })
  const arrive = await openBeforeHydration(page, `/apps/${app.client_id}/settings`)
  const uris = page.getByLabel(t.redirects)
  await uris.fill("https://early.example/callback\nhttp://127.0.0.1/callback")
  await page.getByLabel(t.any_port, { exact: true }).check()
  const need = page.getByRole("group", { name: "profile.read" })
  await need.getByLabel(t.optional).check()
  await need.getByLabel(t.required).check()
  await page.getByLabel(t.logo_choose).setInputFiles({
    name: "mark.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>',
    ),
  })
  await arrive()
  await expect(page.getByRole("main").locator("img")).toHaveAttribute("src", /^blob:/)
  await expect(uris).toHaveValue("https://early.example/callback\nhttp://127.0.0.1/callback")
  await need.getByLabel(t.reason).fill("To greet you.")
  const sent = waitForInput(page, "oauthApps.update")
  await page.getByRole("button", { name: t.save }).click()
  expect(await sent).toMatchObject({
    redirect_uris: ["https://early.example/callback", "http://127.0.0.1/callback"],
    loopback_any_port: true,
    required_scopes: ["profile.read"],
    scope_reasons: { "profile.read": "To greet you." },
    logo: expect.stringMatching(/^\w/),
  })
  await page.waitForURL(`/apps/${app.client_id}`)
})
