import { randomUUID } from "node:crypto"
import { expect, type Locator, type Page, test } from "./test"
import words from "../src/i18n/messages/mai.json" with { type: "json" }
import { callPortal, openEmail, signIn, setLocale } from "./marketplace"
import { expireReauthentication, PASSWORD, signUpVerified } from "./signup"

// Missing fields of a form, in a language that no browser supports.

const {
  Problems: problems,
  SignIn: entrance,
  SignUp: entry,
  ForgotPassword: forgotten,
  Account: account,
  Settings: settings,
  Security: security,
  StepUp: proof,
  Requests: requests,
  Table: table,
  OauthApps: apps,
  DocsTry: tryOut,
} = words

/** Submits a form and expects the page's own message in the field, which has the focus. */
async function expectTold(
  within: Page | Locator,
  submit: string,
  field: Locator,
  message = problems.required,
): Promise<void> {
  await within.getByRole("button", { name: submit, exact: true }).click()
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(new RegExp(message))
}

/** Types more than a field takes: nothing of it is cut, and the page says what it takes. */
async function expectNotCut(within: Page | Locator, submit: string, field: Locator, max: number): Promise<void> {
  await field.fill("क".repeat(max + 1))
  await expectTold(within, submit, field, problems.too_long.replace("{max}", String(max)))
  await expect(field).toHaveValue("क".repeat(max + 1))
}

test("in Maithili: sign-in forms report missing fields, with and without scripts", async ({
  page,
  browser,
  baseURL,
}) => {
  await setLocale(page, "mai")
  await page.goto("/sign-in")
  const email = page.getByLabel(entrance.email)
  await expectTold(page, entrance.submit, email, problems.email_required)
  await expect(page.getByLabel(entrance.password, { exact: true })).toHaveAccessibleDescription(
    problems.password_required,
  )
  await email.fill("asha")
  await expectTold(page, entrance.submit, email, problems.invalid_email)
  await email.fill("asha@example.in")
  await expectTold(
    page,
    entrance.submit,
    page.getByLabel(entrance.password, { exact: true }),
    problems.password_required,
  )
  await expect(email).not.toHaveAttribute("aria-invalid")
  await page.goto("/forgot-password")
  await expectTold(page, forgotten.submit, page.getByLabel(forgotten.email), problems.email_required)

  const context = await browser.newContext({ baseURL: baseURL ?? "", javaScriptEnabled: false })
  const plain = await context.newPage()
  await setLocale(plain, "mai")
  await plain.goto("/sign-in?return=%2Forders")
  await plain.getByRole("button", { name: entrance.submit, exact: true }).click()
  await expect(plain.getByRole("main").getByRole("alert")).toHaveText(entrance.missing)
  await expect(plain).toHaveURL(/return=%2Forders/)

  const short = problems.password_short.replace("{min}", "10")
  const [name, address, password] = [
    plain.getByLabel(entry.name, { exact: true }),
    plain.getByLabel(entry.email),
    plain.getByLabel(entry.password),
  ]
  const send = plain.getByRole("button", { name: entry.submit, exact: true })
  const newAccount = `${randomUUID()}@example.in`
  await plain.goto("/sign-up")
  await send.click()
  for (const [field, message] of [
    [name, problems.own_name_required],
    [address, problems.email_required],
    [password, short],
  ] as const)
    await expect(field).toHaveAccessibleDescription(new RegExp(message))
  await name.fill("आशा झा")
  await address.fill(newAccount)
  await password.fill("short")
  await send.click()
  await expect(password).toHaveAccessibleDescription(new RegExp(short))
  await expect(password).toHaveValue("")
  await expect(name).toHaveValue("आशा झा")
  await expect(address).toHaveValue(newAccount)
  await expect(plain).toHaveURL("/sign-up")
  await password.fill(PASSWORD)
  await send.click()
  await expect(plain.getByRole("heading", { level: 1 })).toHaveText(entry.sent_title)
  await expect(plain.getByRole("main")).toContainText(newAccount)
  await openEmail(page, newAccount, words.Mail.verify_email.subject)

  await plain.goto("/forgot-password")
  await plain.getByLabel(forgotten.email).fill("asha")
  await plain.getByRole("button", { name: forgotten.submit, exact: true }).click()
  await expect(plain.getByLabel(forgotten.email)).toHaveAccessibleDescription(problems.invalid_email)
  await expect(plain.getByLabel(forgotten.email)).toHaveValue("asha")
  await plain.getByLabel(forgotten.email).fill(newAccount)
  await plain.getByRole("button", { name: forgotten.submit, exact: true }).click()
  await expect(plain.getByRole("heading", { level: 1 })).toHaveText(forgotten.sent_title)
  await openEmail(page, newAccount, words.Mail.reset_password.subject)
  await context.close()
})

test("in Maithili: forms of the portal and the docs report missing fields", async ({ page, context }) => {
  const newAccount = await signUpVerified(context, "mai")
  await signIn(page, newAccount, "/settings/profile")
  await setLocale(page, "mai")
  const dialog = page.getByRole("dialog")
  const open = (name: string): Promise<void> =>
    page.getByRole("main").getByRole("button", { name, exact: true }).click()

  await page.goto("/settings/profile")
  await page.getByLabel(settings.name, { exact: true }).fill(" ")
  await expectTold(page, settings.save, page.getByLabel(settings.name, { exact: true }), problems.own_name_required)

  await page.goto("/settings/account")
  await open(account.delete_open)
  await expectTold(dialog, account.delete_submit, dialog.getByRole("textbox"))

  await page.goto("/settings/security")
  await page.getByLabel(security.current, { exact: true }).fill("whatever it is")
  await page.getByLabel(security.new, { exact: true }).fill("short")
  await expectTold(
    page,
    security.change_password,
    page.getByLabel(security.new, { exact: true }),
    problems.password_short.replace("{min}", "10"),
  )
  await page.getByLabel(security.current, { exact: true }).fill("")
  await expectTold(
    page,
    security.change_password,
    page.getByLabel(security.current, { exact: true }),
    problems.password_required,
  )
  await open(security.add_passkey)
  const passkey = dialog.getByLabel(security.passkey_name)
  await expectTold(dialog, security.continue, passkey)
  await expectNotCut(dialog, security.continue, passkey, 80)
  await page.keyboard.press("Escape")
  await open(security.add_totp)
  await expectTold(dialog, security.turn_on, dialog.getByLabel(security.totp_code))

  await page.goto("/apps")
  await page.getByRole("button", { name: apps.create, exact: true }).first().click()
  const app = dialog.getByLabel(apps.name, { exact: true })
  await expectTold(dialog, apps.create_submit, app)
  await expectNotCut(dialog, apps.create_submit, app, 60)
  const { app: made } = await callPortal<{ app: { client_id: string } }>(page, "oauthApps.create", {
    name: "Hisaab",
    type: "public",
  })
  await page.goto(`/apps/${made.client_id}/settings`)
  await expectNotCut(page, apps.save, page.getByLabel(apps.name, { exact: true }), 60)

  await page.goto("/requests")
  await page.locator("summary", { hasText: requests.time }).click()
  const from = page.getByLabel(requests.from, { exact: true })
  await from.pressSequentially("01")
  await expectTold(page, table.apply, from, problems.incomplete)

  await page.goto("/docs/reference/getProduct")
  await open(tryOut.open)
  await page.getByLabel("slug", { exact: true }).fill("")
  await expectTold(page, tryOut.key_create, page.getByLabel("slug", { exact: true }))

  await page.goto("/settings/security")
  await expireReauthentication(page)
  await open(security.add_totp)
  await expectTold(dialog, proof.submit, dialog.getByLabel(proof.password), problems.password_required)
})
