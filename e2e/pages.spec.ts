import { readdirSync, readFileSync } from "node:fs"
import { dirname } from "node:path"
import { type Browser, expect, type Page, test } from "./test"
import { INTERACTION_STATES } from "./interaction-states"
import { account, createEndpoints, openConsentPage, openEmail, signIn, signInWithForm, setLocale } from "./marketplace"
import { restoreTable, signUp, signUpVerified } from "./signup"
import { expectAccessible, expectExpandedAccessible } from "./accessibility"
import { collectConsoleErrors, openWithSecurityHeaders, measureScriptSize, rejectPrefetches } from "./page-checks"
import { PageUrls, BUDGETS, PAGES, type PageEntry } from "./pages"
import { PageCrawler, type CrawlLocale } from "./page-crawler"

// A trace takes two snapshots of the page at each of thousands of calls, and a finding names the element anyway.
test.use({ trace: "off" })

// The tests need nothing of each other, so any worker can run each.
test.describe.configure({ mode: "parallel" })

// A test that times out while a table is renamed would fail all later ones.
test.afterEach(() => restoreTable("audit_entry"))

const LOCALES = ["en", "hi", "mai"] as const
const ROLES = [undefined, "customer", "new_account", "seller", "seller_staff", "developer", "staff"] as const

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => file.replaceAll("\\", "/"))
}

test("PAGES lists every page", () => {
  const folders = filesBelow("src/app")
    .filter((file) => /(^|\/)page\.tsx$/.test(file))
    .map((file) => dirname(file))
  expect([...new Set(PAGES.map(({ folder }) => folder))].sort()).toEqual(folders.sort())
})

test("INTERACTION_STATES covers every dialog, on existing pages", () => {
  const carriers = new Set(["ui/dialog.tsx", "ui/new-secret.tsx", "app/(portal)/apps/confirm-button.tsx"])
  const files = filesBelow("src").filter(
    (file) =>
      file.endsWith(".tsx") &&
      !carriers.has(file) &&
      /<(?:Dialog|dialog|ConfirmButton|ConfirmDialog|NewSecret)\s/.test(readFileSync(`src/${file}`, "utf8")),
  )
  expect([...new Set(INTERACTION_STATES.flatMap(({ dialogs = [] }) => dialogs))].sort()).toEqual(files.sort())
  for (const { folder: on, role } of INTERACTION_STATES)
    expect(
      PAGES.filter((entry) => entry.folder === on && (role === undefined || entry.role === role)),
      on,
    ).toHaveLength(1)
})

/** Signs in as the reader of the pages, and creates their data. */
async function signInAs(page: Page, browser: Browser, role: PageEntry["role"], locale: CrawlLocale): Promise<void> {
  if (role === undefined) {
    const { email } = await signUp(page.context(), locale)
    await page.context().clearCookies()
    await openEmail(page, email, /./)
  } else if (role === "new_account") {
    const newAccount = await signUpVerified(page.context(), locale)
    const otherPage = await browser.newPage()
    await signInWithForm(otherPage, newAccount, "/settings/sessions")
    await otherPage.close()
    await signIn(page, newAccount)
  } else {
    await signIn(page, account(role))
  }
  if (role === "developer") await createEndpoints(page)
}

for (const locale of LOCALES) {
  for (const role of ROLES) {
    test(`the pages of ${role ?? "everybody"} in ${locale}: accessible in all interaction states, within script budgets, without console errors`, async ({
      page,
      browser,
    }) => {
      test.setTimeout(600_000)
      await signInAs(page, browser, role, locale)
      await setLocale(page, locale)
      // The links are the same in every language.
      if (locale !== "en") await rejectPrefetches(page)
      if (role === "customer") {
        await openConsentPage(page)
        await expectAccessible(page)
        await page.locator("#allow").click()
        // Nothing listens at the app's URL.
        await page.waitForURL("chrome-error://chromewebdata/", { waitUntil: "commit" })
      }
      const consoleErrors = collectConsoleErrors(page)
      const urls = new PageUrls(page)
      for (const entry of PAGES.filter((each) => each.role === role)) {
        const url = await urls.urlOf(entry)
        for (const path of [url, ...(entry.also ?? [])]) {
          // The scripts are the same in every language.
          if (locale === "en") {
            const scriptSize = await measureScriptSize(page, path)
            expect
              .soft(scriptSize, `${path} loads ${Math.round(scriptSize)} KB of scripts`)
              .toBeLessThanOrEqual(BUDGETS[entry.budget])
          } else {
            await openWithSecurityHeaders(page, path)
          }
          expect.soft(await page.evaluate(() => document.documentElement.lang), path).toBe(locale)
          await expectAccessible(page)
          await expectExpandedAccessible(page)
        }
        expect
          .soft(
            consoleErrors.splice(0).filter((error) => !entry.isMissing || !error.includes("status of 404")),
            url,
          )
          .toEqual([])
        for (const { query = "", run: walk } of INTERACTION_STATES.filter(
          (each) => each.folder === entry.folder && (each.role ?? role) === role,
        )) {
          await page.goto(`${url}${query}`)
          const crawler = new PageCrawler(page, locale)
          await crawler.waitForIdle()
          await walk(crawler)
          // For deliberate refusals, the browser reports a failed resource; React error 441 is a page that failed on
          // the server.
          expect
            .soft(
              consoleErrors
                .splice(0)
                .filter((complaint) => !/Failed to load resource|React error #441/.test(complaint)),
              `${url}, what it hides`,
            )
            .toEqual([])
        }
      }
    })
  }
}
