import { expect, test } from "./test"
import words from "../src/i18n/messages/hi.json" with { type: "json" }
import mai from "../src/i18n/messages/mai.json" with { type: "json" }
import {
  account,
  callApi,
  callPortal,
  clickCopy,
  keyRow,
  openEmail,
  openKeyAction,
  signIn,
  setLocale,
} from "./marketplace"
import { backdateKey, expireReauthentication, signUpVerified } from "./signup"

const PASSWORD = "kamal kachnar palash"

test("a new user signs up, confirms the email address, and creates, uses, rolls and revokes a key", async ({
  page,
  context,
}) => {
  const email = `new-account-${Date.now()}@example.in`
  await context.grantPermissions(["clipboard-read", "clipboard-write"])

  await page.goto("/")
  await page.getByRole("main").getByRole("link", { name: "Create an account" }).click()
  await page.getByLabel("Name").fill("Asha Jha")
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password").fill("short")
  await page.getByRole("button", { name: "Create account" }).click()
  await expect(page.getByLabel("Password")).toBeFocused()
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription(/Use at least 10 characters/)
  await page.getByLabel("Password").fill(PASSWORD)
  await page.getByRole("button", { name: "Create account" }).click()
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused()

  // The keys page redirects to the sign-in and back, and creates no key before the address is confirmed.
  await page.goto("/keys")
  await expect(page).toHaveURL("/sign-in?return=%2Fkeys")
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.waitForURL("/keys")
  await expect(page.getByText(`Confirm ${email} to use your account`)).toBeVisible()
  await expect(page.getByRole("button", { name: "Create key" })).toHaveCount(0)
  await page.getByRole("button", { name: "Send a new link" }).click()
  await expect(page.getByText("We sent a new link.")).toBeVisible()

  await openEmail(page, email, "Confirm your email address")
  const link = page.getByRole("link", { name: /\/verify-email\?token=/ })
  const address = (await link.getAttribute("href")) ?? ""
  await link.click()
  await page.waitForURL(/\/verify-email\?token=/)
  await page.getByRole("button", { name: "Confirm email address" }).click()
  await page.waitForURL("/overview")
  await page.getByRole("link", { name: "API keys", exact: true }).click()
  await page.waitForURL("/keys")

  // In live mode a live key is offered, with a way to a test key.
  await page.getByRole("button", { name: "Create key" }).click()
  const dialog = page.getByRole("dialog")
  await expect(dialog).toHaveAccessibleDescription("Live")
  await expect(dialog.getByLabel("orders.read", { exact: true })).toBeVisible()
  await expect(dialog.getByLabel(/^seller\./)).toHaveCount(0)
  await expect(dialog.getByText("Scopes that begin with “seller.” require an approved store.")).toBeVisible()
  await dialog.getByRole("link", { name: "Create a test key in the sandbox instead" }).click()
  await page.waitForURL("/keys?mode=sandbox")
  await expect(page.getByText("You have no test keys yet.")).toBeVisible()
  await page.getByRole("button", { name: "Create key" }).click()
  await expect(dialog.getByLabel("Name")).toBeFocused()
  await dialog.getByRole("button", { name: "Create key" }).click()
  await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription(/Enter a name\.$/)
  await expect(dialog.getByRole("checkbox", { checked: true })).toHaveCount(0)
  await dialog.getByLabel("Name").fill("Price watcher")
  await dialog.getByRole("button", { name: "Create key" }).click()
  await expect(dialog.getByText("Choose at least one scope.")).toBeVisible()
  for (const scope of ["profile.read", "catalog.read"])
    await dialog.getByRole("checkbox", { name: scope, exact: true }).check()
  await dialog.getByText("IP addresses, rate limit and API version").click()
  await expect(dialog.getByLabel("API version")).toHaveValue("2026-05-01")
  await dialog.getByRole("button", { name: "Create key" }).click()
  const first = await dialog.getByLabel("API key").inputValue()
  expect(first).toMatch(/^haat_test_[0-9A-Za-z]{36}$/)
  // Closing asks for confirmation as long as nothing was copied, also by Escape.
  await page.keyboard.press("Escape")
  await expect(dialog).toHaveAccessibleName("Have you saved it?")
  await dialog.getByRole("button", { name: "Go back" }).click()
  await expect(dialog.getByLabel("API key")).toHaveValue(first)
  await clickCopy(
    dialog.getByRole("button", { name: "Copy command" }),
    dialog.getByRole("status").filter({ hasText: "Copied" }),
  )
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(command).toContain(`Bearer ${first}`)
  await expect(dialog.getByRole("group", { name: "Try it" })).not.toContainText(first)
  await dialog.getByRole("button", { name: "Done" }).click()
  await expect(dialog).toHaveCount(0)
  const row = keyRow(page, "Price watcher")
  await expect(row).toContainText(`haat_test_…${first.slice(-4)}`)
  await expect(page.locator("body")).not.toContainText(first)

  const me = await callApi("/v1/me", first)
  expect(me).toMatchObject({ status: 200, body: { data: { email, email_verified: true }, meta: { livemode: false } } })
  const products = await callApi("/v1/products?per_page=3", first)
  expect(products.body.data).toHaveLength(3)

  await openKeyAction(row, "Roll")
  await dialog.getByLabel("Now").check()
  await dialog.getByRole("button", { name: "Roll key" }).click()
  const second = await dialog.getByLabel("API key").inputValue()
  await expect
    .poll(async () => (await callApi("/v1/me", first)).body.error?.code, { timeout: 5_000, intervals: [100] })
    .toBe("token_revoked")
  expect((await callApi("/v1/me", first)).status).toBe(401)
  expect((await callApi("/v1/me", second)).status).toBe(200)
  await dialog.getByRole("button", { name: "Done" }).click()
  await dialog.getByRole("button", { name: "I saved it, close" }).click()
  await expect(row).toContainText(`haat_test_…${second.slice(-4)}`)

  await openKeyAction(row, "Edit")
  await expect(dialog.getByLabel("Name")).toBeFocused()
  await expect(dialog.getByLabel("Name")).toHaveValue("Price watcher")
  const [limit, networks] = [dialog.getByLabel("Requests per minute"), dialog.getByLabel("Allowed IP addresses")]
  await limit.fill("101")
  await dialog.getByRole("button", { name: "Save" }).click()
  await expect(limit).toBeFocused()
  await expect(limit).toHaveAccessibleDescription(/Enter a whole number from 1 to 100/)
  await limit.fill("20")
  await networks.fill("10.0.0.0/33")
  await dialog.getByRole("button", { name: "Save" }).click()
  await expect(networks).toBeFocused()
  await expect(networks).toHaveAccessibleDescription(/10\.0\.0\.0\/33 is not an IP address or CIDR block/)
  await networks.fill("203.0.113.7\n203.0.113.128/25")
  await dialog.getByRole("button", { name: "Save" }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row).toContainText("20 per minute")
  await page.locator("summary", { hasText: "Columns" }).click()
  const column = page.getByRole("checkbox", { name: "Allowed IPs" })
  expect((await column.boundingBox())?.width, "the box does not cover its label").toBeLessThan(20)
  await column.check()
  await page.waitForURL(/columns=/)
  await page.keyboard.press("Escape")
  await expect(row).toContainText("203.0.113.7, 203.0.113.128/25")
  await expect.poll(async () => (await callApi("/v1/me", second)).body.error?.code).toBe("ip_not_allowed")
  await expireReauthentication(page)
  await openKeyAction(row, "Edit")
  await networks.fill("")
  await dialog.getByRole("button", { name: "Save" }).click()
  await dialog.getByLabel("Password").fill(PASSWORD)
  await dialog.getByRole("button", { name: "Confirm" }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row).not.toContainText("203.0.113.7")
  await expect.poll(async () => (await callApi("/v1/me", second)).status).toBe(200)

  await openKeyAction(row, "Revoke")
  await expect(dialog.getByText(/(Not used|\d+ requests?) in the last 24 hours\./)).toBeVisible()
  await dialog.getByRole("button", { name: "Revoke this key" }).click()
  await expect(dialog).toHaveCount(0)
  await expect
    .poll(async () => (await callApi("/v1/me", second)).body.error?.code, { timeout: 5_000, intervals: [100] })
    .toBe("token_revoked")
  await expect(row).toContainText("Revoked")

  // The link in the email works once.
  await page.goto(address)
  await page.getByRole("button", { name: "Confirm email address" }).click()
  await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible()
})

test("signing up with an existing address gets the same response, and its owner an email", async ({ page }) => {
  const email = `twice-${Date.now()}@example.in`
  for (const name of ["First", "Second"]) {
    await page.goto("/sign-up")
    await page.getByLabel("Name").fill(name)
    await page.getByLabel("Email").fill(email)
    await page.getByLabel("Password").fill(PASSWORD)
    await page.getByRole("button", { name: "Create account" }).click()
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible()
  }
  await openEmail(page, email, "You already have a Haat account")
})

test("in Maithili: a name that could contain a link is rejected in Maithili, and the form keeps its values", async ({
  page,
}) => {
  const { SignUp: t, Problems: problems } = mai
  const email = `plain-${Date.now()}@example.in`
  await setLocale(page, "mai")
  await page.goto("/sign-up")
  const name = page.getByLabel(t.name, { exact: true })
  await name.fill("Asha http://asha.example")
  await page.getByLabel(t.email).fill(email)
  await page.getByLabel(t.password).fill(PASSWORD)
  await page.getByRole("button", { name: t.submit }).click()
  await expect(name).toHaveAccessibleDescription(problems.name_plain)
  await expect(name).toBeFocused()
  await expect(page.getByLabel(t.email)).toHaveValue(email)
  await name.fill("आशा झा")
  await page.getByRole("button", { name: t.submit }).click()
  await expect(page.getByRole("heading", { name: t.sent_title })).toBeVisible()
})

test("in Hindi: a key that was not used for 30 days is flagged", async ({ page, context }) => {
  const t = words.Keys
  await signIn(page, await signUpVerified(context, "hi"))
  const row = (name: string) => page.getByRole("row").filter({ has: page.getByText(name, { exact: true }) })
  for (const [name, days] of [
    ["Idle", 31],
    ["Young", 29],
  ] as const) {
    const { key } = await callPortal<{ key: { id: string } }>(page, "portalKeys.create", {
      name,
      scopes: ["profile.read"],
    })
    await backdateKey(key.id, days)
  }
  const { secret } = await callPortal<{ secret: string }>(page, "portalKeys.create", {
    name: "Busy",
    scopes: ["profile.read"],
  })
  expect((await callApi("/v1/me", secret)).status).toBe(200)
  await page.reload()
  await expect(row("Idle").getByText(t.unused, { exact: true })).toBeVisible()
  for (const name of ["Young", "Busy"]) await expect(row(name).getByText(t.unused, { exact: true })).toHaveCount(0)
})

test("the buttons of a long dialog stay in view on a phone, and never hide the field with the focus", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, account("seller"), "/keys?create=1")
  const dialog = page.getByRole("dialog")
  const submit = dialog.getByRole("button", { name: "Create key" })
  await expect(submit).toBeInViewport({ ratio: 1 })
  expect(await dialog.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeGreaterThan(100)
  for (const scope of await dialog.getByRole("checkbox").all()) {
    await page.keyboard.press("Tab")
    await expect(scope).toBeFocused()
    const [field, button] = await Promise.all([scope.boundingBox(), submit.boundingBox()])
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThan(button?.y ?? 0)
  }
  await expect(submit).toBeInViewport({ ratio: 1 })
})
