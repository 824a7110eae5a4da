import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { expect, type Locator, test } from "./test"
import { clickCopy, openMailbox, setLocale } from "./marketplace"
import { PASSWORD, resetSignUpRateLimit, signUp } from "./signup"
import en from "../src/i18n/messages/en.json" with { type: "json" }
import mai from "../src/i18n/messages/mai.json" with { type: "json" }

const run = promisify(execFile)

test("from the landing page to the first response: at most 7 clicks, 4 fields and a minute", async ({
  page,
  context,
}) => {
  const email = `first-${Date.now()}@example.in`
  await resetSignUpRateLimit()
  // The local mailbox stands for the person's email client, which is open already.
  await openMailbox(page)
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  let [clicks, fields] = [0, 0]
  const click = async (target: Locator): Promise<void> => {
    clicks++
    await target.click()
  }
  const fill = async (label: string, text: string): Promise<void> => {
    fields++
    await page.getByLabel(label, { exact: true }).fill(text)
  }

  await page.goto("/")
  const started = Date.now()
  await click(page.getByRole("main").getByRole("link", { name: "Create an account" }))
  await fill(en.SignUp.name, "Asha Jha")
  await fill(en.SignUp.email, email)
  await fill(en.SignUp.password, PASSWORD)
  await click(page.getByRole("button", { name: en.SignUp.submit }))
  await click(page.getByRole("link", { name: en.SignUp.mailbox }))
  await page.waitForURL(/\/dev\/mailbox\/[^?]+$/)
  await click(page.getByRole("main").getByRole("link", { name: /\/verify-email\?token=/ }))
  await click(page.getByRole("button", { name: en.VerifyEmail.submit }))
  await page.waitForURL("/overview")
  const steps = page.getByRole("region", { name: en.Overview.steps_title })
  await expect(steps.getByLabel(en.FirstSteps.key_name)).toHaveValue(en.FirstSteps.key_default)
  await expect(page.getByText(en.Overview.empty)).toHaveCount(0)
  await click(steps.getByRole("button", { name: en.FirstSteps.key_submit }))
  const copy = steps.getByRole("button", { name: en.FirstSteps.request_copy })
  await expect(copy).toBeFocused()
  await expect(steps.getByText(en.FirstSteps.waiting)).toBeVisible()
  clicks++
  await clickCopy(copy, steps.getByRole("status").filter({ hasText: en.Common.copied }))

  const command = await page.evaluate(() => navigator.clipboard.readText())
  await expect(steps).not.toContainText(/haat_live_[0-9A-Za-z]{36}/)
  const { stdout } = await run("bash", ["-c", `${command} --silent --write-out '\n%{http_code}'`])
  const seconds = (Date.now() - started) / 1_000
  expect(stdout).toMatch(/\n200$/)
  expect(stdout).toContain(email)
  expect(clicks).toBeLessThanOrEqual(7)
  expect(fields).toBeLessThanOrEqual(4)
  expect(seconds).toBeLessThan(60)
  test
    .info()
    .annotations.push({ type: "first response", description: `${clicks} clicks, ${fields} fields, ${seconds} s` })

  // The step ticks itself, and the counters follow.
  await expect(steps.getByText(en.FirstSteps.received)).toBeVisible({ timeout: 15_000 })
  await expect(steps).toContainText("2 of 3 done")
  await expect(page.getByText(en.Overview.empty)).toHaveCount(0, { timeout: 15_000 })
  await expect(steps.getByText(en.FirstSteps.received)).toBeVisible()
})

test("in another browser the link confirms the address, and the sign-in form is filled in after the new password", async ({
  page,
  browser,
  context,
}) => {
  const { email } = await signUp(context, "mai")
  const other = await browser.newContext({ baseURL: process.env.HAAT_TEST_URL ?? "" })
  const phone = await other.newPage()
  await setLocale(phone, "mai")
  await openMailbox(phone)
  await phone.goto(`/dev/mailbox?to=${encodeURIComponent(email)}`)
  await phone.waitForURL(/\/dev\/mailbox\/[^?]+$/)
  await phone
    .getByRole("main")
    .getByRole("link", { name: /\/verify-email\?token=/ })
    .click()
  await phone.getByRole("button", { name: mai.VerifyEmail.submit }).click()
  await expect(phone.getByText(mai.VerifyEmail.choose_text)).toBeVisible()
  await phone.getByRole("link", { name: mai.VerifyEmail.choose }).click()
  await phone.getByLabel(mai.ResetPassword.password).fill("another quite good password")
  await phone.getByRole("button", { name: mai.ResetPassword.submit }).click()
  await phone.getByRole("link", { name: mai.ResetPassword.done_action }).click()
  await expect(phone.getByLabel(mai.SignIn.email)).toHaveValue(email)
  await other.close()

  // The browser that signed up is not signed in by a confirmation elsewhere.
  await page.goto("/overview")
  await expect(page).toHaveURL("/sign-in?return=%2Foverview")
})

test("an account with an unconfirmed email address is asked to confirm it before it creates a key", async ({
  page,
  context,
}) => {
  const { email, password } = await signUp(context, "en")
  await page.goto("/sign-in")
  await page.getByLabel(en.SignIn.email).fill(email)
  await page.getByLabel(en.SignIn.password, { exact: true }).fill(password)
  await page.getByRole("button", { name: en.SignIn.submit }).click()
  const steps = page.getByRole("region", { name: en.Overview.steps_title })
  await expect(steps.getByText(`Confirm ${email} to use your account`)).toBeVisible()
  await expect(steps.getByRole("button", { name: en.FirstSteps.key_submit })).toHaveCount(0)
})
