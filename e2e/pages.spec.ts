import { readdirSync, readFileSync } from "node:fs"
import { dirname } from "node:path"
import { type Browser, expect, type Page, test } from "@playwright/test"
import { HIDDEN } from "./hidden"
import { account, callPortal, letDemoAppAsk, openMail, signIn, signInByForm, speak } from "./marketplace"
import { bringBack, signUp, signUpConfirmed } from "./newcomer"
import { complaintsOf, expectAccessible, expectUnfolded, openGuarded, scriptWeight } from "./page-checks"
import { Addresses, BUDGETS, PAGES, type ShownPage } from "./pages"
import { Walker, type WalkedLocale } from "./walker"

// A trace takes two snapshots of the page at each of thousands of calls, and a finding names the element anyway.
test.use({ trace: "off" })

// The tests need nothing of each other, so any worker can run each.
test.describe.configure({ mode: "parallel" })

// A test that times out while a table is renamed would fail all later ones.
test.afterEach(() => bringBack("audit_entry"))

const LOCALES = ["en", "hi", "mai"] as const
const ROLES = [undefined, "customer", "newcomer", "seller", "seller_staff", "developer", "staff"] as const

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => file.replaceAll("\\", "/"))

test("the table of pages names every one that there is", () => {
  const folders = filesBelow("src/app")
    .filter((file) => /(^|\/)page\.tsx$/.test(file))
    .map((file) => dirname(file))
  expect([...new Set(PAGES.map(({ folder }) => folder))].sort()).toEqual(folders.sort())
})

test("the table of what pages hide names every dialog that there is, on pages that there are", () => {
  const carriers = new Set(["ui/dialog.tsx", "ui/new-secret.tsx", "app/(portal)/apps/confirm-button.tsx"])
  const files = filesBelow("src").filter(
    (file) =>
      file.endsWith(".tsx") &&
      !carriers.has(file) &&
      /<(?:Dialog|dialog|ConfirmButton|NewSecret)\s/.test(readFileSync(`src/${file}`, "utf8")),
  )
  expect([...new Set(HIDDEN.flatMap(({ dialogs = [] }) => dialogs))].sort()).toEqual(files.sort())
  for (const { on, role } of HIDDEN)
    expect(
      PAGES.filter((shown) => shown.folder === on && (role === undefined || shown.role === role)),
      on,
    ).toHaveLength(1)
})

/** An endpoint on which nothing listens, with a failed attempt, and a deleted one. */
const makeEndpoints = async (page: Page): Promise<void> => {
  for (const deleted of [true, false]) {
    const { id } = await callPortal<{ id: string }>(page, "portalWebhookEndpoints.create", {
      url: "http://127.0.0.1:9/hooks",
      events: ["order.created"],
      description: "",
      livemode: false,
    })
    await callPortal(page, "webhookEndpoints.test", { id })
    if (deleted) await callPortal(page, "webhookEndpoints.delete", { id })
  }
}

/** Signs in as the reader of the pages, and creates their data. */
const enter = async (page: Page, browser: Browser, role: ShownPage["role"], locale: WalkedLocale): Promise<void> => {
  if (role === undefined) {
    const { email } = await signUp(page.context(), locale)
    await page.context().clearCookies()
    await openMail(page, email, /./)
  } else if (role === "newcomer") {
    const newcomer = await signUpConfirmed(page.context(), locale)
    const elsewhere = await browser.newPage()
    await signInByForm(elsewhere, newcomer, "/settings/sessions")
    await elsewhere.close()
    await signIn(page, newcomer)
  } else {
    await signIn(page, account(role))
  }
  if (role === "developer") await makeEndpoints(page)
}

for (const locale of LOCALES) {
  for (const role of ROLES) {
    test(`the pages of ${role ?? "everybody"} in ${locale}: accessible with all that they hide, light, and without a complaint`, async ({
      page,
      browser,
    }) => {
      test.setTimeout(600_000)
      await enter(page, browser, role, locale)
      await speak(page, locale)
      if (role === "customer") {
        await letDemoAppAsk(page)
        await expectAccessible(page, `${locale}-consent`)
        await page.locator("#allow").click()
        // Nothing listens at the app's URL.
        await page.waitForURL("chrome-error://chromewebdata/", { waitUntil: "commit" })
      }
      const complaints = complaintsOf(page)
      const addresses = new Addresses(page)
      for (const shown of PAGES.filter((each) => each.role === role)) {
        const at = await addresses.of(shown)
        for (const [turn, path] of [at, ...(shown.also ?? [])].entries()) {
          // The scripts are the same in every language.
          if (locale === "en") {
            const weight = await scriptWeight(page, path)
            expect
              .soft(weight, `${path} loads ${Math.round(weight)} KB of scripts`)
              .toBeLessThanOrEqual(BUDGETS[shown.budget])
          } else {
            await openGuarded(page, path)
          }
          await expect.soft(page.locator("html"), path).toHaveAttribute("lang", locale)
          await expectAccessible(
            page,
            [locale, role ?? "everybody", ...shown.folder.split("/"), ...(turn > 0 ? [turn + 1] : [])].join("-"),
          )
          await expectUnfolded(page)
        }
        expect.soft(complaints.splice(0), at).toEqual([])
        for (const { query = "", walk } of HIDDEN.filter(
          (each) => each.on === shown.folder && (each.role ?? role) === role,
        )) {
          await page.goto(`${at}${query}`)
          const walker = new Walker(page, locale)
          await walker.rest()
          await walk(walker)
          // For deliberate refusals, the browser reports a failed resource; React error 441 is a page that failed on
          // the server.
          expect
            .soft(
              complaints.splice(0).filter((complaint) => !/Failed to load resource|React error #441/.test(complaint)),
              `${at}, what it hides`,
            )
            .toEqual([])
        }
      }
    })
  }
}
