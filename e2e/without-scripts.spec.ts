import { type Browser, expect, type Page, test } from "./test"
import type { Locale } from "../src/domain/locale"
import en from "../src/i18n/messages/en.json" with { type: "json" }
import hi from "../src/i18n/messages/hi.json" with { type: "json" }
import mai from "../src/i18n/messages/mai.json" with { type: "json" }
import { callPortal, openEmail, signIn, setLocale } from "./marketplace"
import { PASSWORD, signUp, signUpVerified } from "./signup"

// The pages that the links in mails open, in a browser that runs no scripts.

const NEW_PASSWORD = "a quite new password"

async function withoutScripts(browser: Browser, locale: Locale): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.HAAT_TEST_URL ?? "", javaScriptEnabled: false })
  const page = await context.newPage()
  await setLocale(page, locale)
  return page
}

/** Returns the link to a page in the newest mail to an address. */
async function mailedLink(page: Page, to: string, subject: string, path: string): Promise<string> {
  await openEmail(page, to, subject)
  const link = page.getByRole("main").getByRole("link", { name: new RegExp(`/${path}\\?token=`) })
  return (await link.getAttribute("href")) ?? ""
}

function press(page: Page, name: string): Promise<void> {
  return page.getByRole("main").getByRole("button", { name, exact: true }).click()
}

function expectTitle(page: Page, title: string): Promise<void> {
  return expect(page.getByRole("heading", { level: 1 })).toHaveText(title)
}

async function enter(page: Page, words: typeof en.SignIn, email: string, password: string): Promise<void> {
  await page.goto("/sign-in?return=%2Fsettings%2Faccount")
  await page.getByLabel(words.email).fill(email)
  await page.getByLabel(words.password, { exact: true }).fill(password)
  await press(page, words.submit)
  await expect(page).toHaveURL("/settings/account")
}

test("an address is confirmed, and the password is chosen where nobody has signed up", async ({ page, browser }) => {
  const { email } = await signUp(page.context(), "en")
  const plain = await withoutScripts(browser, "en")
  const link = await mailedLink(page, email, en.Mail.verify_email.subject, "verify-email")
  await plain.goto(link)
  await press(plain, en.VerifyEmail.submit)
  await expectTitle(plain, en.VerifyEmail.done_title)
  await plain.getByRole("link", { name: en.VerifyEmail.choose }).click()
  await plain.getByLabel(en.ResetPassword.password).fill(NEW_PASSWORD)
  await press(plain, en.ResetPassword.submit)
  await expectTitle(plain, en.ResetPassword.done_title)
  await enter(plain, en.SignIn, email, NEW_PASSWORD)
  await plain.goto(link)
  await press(plain, en.VerifyEmail.submit)
  await expectTitle(plain, en.VerifyEmail.failed_title)
  await plain.context().close()
})

test("in Hindi: a forgotten password is replaced, once a good one is chosen", async ({ page, browser }) => {
  const { email } = await signUpVerified(page.context(), "hi")
  const plain = await withoutScripts(browser, "hi")
  await plain.goto("/forgot-password")
  await plain.getByLabel(hi.ForgotPassword.email).fill(email)
  await press(plain, hi.ForgotPassword.submit)
  await expectTitle(plain, hi.ForgotPassword.sent_title)
  const link = await mailedLink(page, email, hi.Mail.reset_password.subject, "reset-password")
  await plain.goto(link)
  const password = plain.getByLabel(hi.ResetPassword.password)
  await expect(plain.getByLabel(hi.ResetPassword.show)).toBeHidden()
  for (const [refused, message] of [
    ["short", hi.Problems.password_short.replace("{min}", "10")],
    ["qwertyuiop123", hi.Problems.password_common],
  ] as const) {
    await password.fill(refused)
    await press(plain, hi.ResetPassword.submit)
    await expect(password).toHaveAccessibleDescription(new RegExp(message))
    await expect(password).toHaveValue("")
  }
  await password.fill(NEW_PASSWORD)
  await press(plain, hi.ResetPassword.submit)
  await expectTitle(plain, hi.ResetPassword.done_title)
  expect(
    (await plain.context().cookies()).some(({ name, httpOnly }) => name.endsWith("haat-device") && httpOnly),
    "the browser is a known device from now on",
  ).toBe(true)
  await plain.goto(link)
  await expectTitle(plain, hi.ResetPassword.invalid_link_title)
  await enter(plain, hi.SignIn, email, NEW_PASSWORD)
  await plain.context().close()
})

test("in Maithili: an email address changes after both addresses have confirmed, and stays when the old one says no", async ({
  page,
  browser,
}) => {
  const [t, mails] = [mai.EmailChange, mai.Mail]
  const { email } = await signUpVerified(page.context(), "mai")
  await signIn(page, { email, password: PASSWORD }, "/settings/account")
  const plain = await withoutScripts(browser, "mai")
  const open = async (to: string, subject: string): Promise<void> => {
    await plain.goto(await mailedLink(page, to, subject, "confirm-email-change"))
  }

  await callPortal(page, "accounts.requestEmailChange", { email: `never-${email}` })
  await open(email, mails.email_change_old.subject)
  await press(plain, t.cancel)
  await expectTitle(plain, t.cancelled_title)
  await open(`never-${email}`, mails.email_change_new.subject)
  await expectTitle(plain, t.invalid_link_title)

  const moved = `moved-${email}`
  await callPortal(page, "accounts.requestEmailChange", { email: moved })
  await open(moved, mails.email_change_new.subject)
  await expect(plain.getByRole("main")).toContainText(moved)
  await press(plain, t.new_confirm)
  await expectTitle(plain, t.pending_title)
  await expect(plain.getByRole("main")).toContainText(t.pending_text_new)
  await open(email, mails.email_change_old.subject)
  await press(plain, t.old_confirm)
  await expectTitle(plain, t.changed_title)
  await enter(plain, mai.SignIn, moved, PASSWORD)
  await plain.context().close()
})
