import { expect, type Page, test } from "./test"
import { createFirstStaffLink } from "../src/commands/first-staff"
import { readSettings } from "../src/commands/settings.mjs"
import { emptyTestDatabase, type TestDatabase } from "../src/testing/setup/database"
import { startServer, type TestServer } from "../src/testing/setup/server"
import { LOCALES } from "../src/domain/locale"
import { LOCALE_COOKIE } from "../src/i18n/locale-cookie"
import en from "../src/i18n/messages/en.json" with { type: "json" }
import hi from "../src/i18n/messages/hi.json" with { type: "json" }
import mai from "../src/i18n/messages/mai.json" with { type: "json" }
import { mailboxSecret, setLocale } from "./marketplace"
import { resetMailboxRateLimit, PASSWORD } from "./signup"
import { expectAccessible } from "./accessibility"

// The links that npm start prints for the operator: the local mailbox, and the first staff account.

const MESSAGES = { en, hi, mai }

test.describe("the local mailbox", () => {
  test("its link opens it, and the secret stays in no URL", async ({ page }) => {
    await resetMailboxRateLimit()
    await page.goto(`/dev/mailbox/open?token=${mailboxSecret()}`)
    await expect(page).toHaveURL("/dev/mailbox")
    await expect(page.locator("[name=secret]")).toHaveCount(0)
    await page.goBack()
    expect(page.url()).not.toContain("token")
  })

  for (const javaScriptEnabled of [true, false]) {
    for (const locale of LOCALES) {
      test(`asks for the secret in ${locale}, ${javaScriptEnabled ? "with" : "without"} scripts`, async ({
        browser,
        baseURL,
      }) => {
        await resetMailboxRateLimit()
        const context = await browser.newContext({ baseURL: baseURL ?? "", javaScriptEnabled })
        const page = await context.newPage()
        const { Mailbox: words } = MESSAGES[locale]
        await setLocale(page, locale)
        await page.goto("/dev/mailbox")
        if (javaScriptEnabled) await expectAccessible(page)
        const secret = page.getByLabel(words.secret, { exact: true })
        await secret.fill("a guess")
        await page.getByRole("button", { name: words.open, exact: true }).click()
        await expect(secret).toHaveAccessibleDescription(new RegExp(words.secret_wrong))
        await secret.fill(mailboxSecret())
        await page.getByRole("button", { name: words.open, exact: true }).click()
        await expect(page.getByRole("link", { name: words.refresh, exact: true })).toBeVisible()
        await expect(page).toHaveURL("/dev/mailbox")
        await context.close()
      })
    }
  }
})

test.describe("the first staff account", () => {
  let database: TestDatabase
  let server: TestServer

  test.beforeEach(async () => {
    database = await emptyTestDatabase()
    server = await startServer({ lane: "fast", databaseUrl: database.url, env: { HAAT_DEMO: "0" } })
  })
  test.afterEach(async () => {
    await server.kill()
    await database.drop()
  })

  const fill = async (
    page: Page,
    words: Record<"name" | "email" | "password" | "submit", string>,
    email: string,
    password: string,
  ): Promise<void> => {
    await page.getByLabel(words.name, { exact: true }).fill("आशा झा")
    await page.getByLabel(words.email, { exact: true }).fill(email)
    await page.getByLabel(words.password, { exact: true }).fill(password)
    await page.getByRole("button", { name: words.submit, exact: true }).click()
  }

  for (const javaScriptEnabled of [true, false]) {
    test(`is created by the link, ${javaScriptEnabled ? "with" : "without"} scripts, in every language, and led on to its second factor`, async ({
      browser,
    }) => {
      test.slow()
      const link = await createFirstStaffLink(
        readSettings({ NODE_ENV: "test", DATABASE_URL: database.url, APP_URL: server.url }),
        database.url,
      )
      const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled })
      const page = await context.newPage()
      for (const locale of LOCALES) {
        const { FirstStaff: words, Problems: problems } = MESSAGES[locale]
        await context.addCookies([{ name: LOCALE_COOKIE, value: locale, url: server.url }])
        await page.goto(link ?? "")
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.title)
        if (javaScriptEnabled) await expectAccessible(page)
        await fill(page, words, "asha@example.in", "short")
        await expect(page.getByLabel(words.password, { exact: true })).toHaveAccessibleDescription(
          new RegExp(problems.password_short.replace("{min}", "10")),
        )
      }
      const { FirstStaff: words, SignIn: entrance } = MESSAGES.mai
      await fill(page, words, "asha@example.in", PASSWORD)
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.done_title)
      await page.getByRole("link", { name: words.done_action, exact: true }).click()
      await page.waitForURL(/\/sign-in\?return=%2Fsettings%2Fsecurity$/)
      await page.getByLabel(entrance.email).fill("asha@example.in")
      await page.getByLabel(entrance.password, { exact: true }).fill(PASSWORD)
      await page.getByLabel(entrance.password, { exact: true }).press("Enter")
      await page.waitForURL("**/settings/security")
      await page.goto(link ?? "")
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.invalid_link_title)
      await context.close()
    })
  }
})
