import { readdirSync, readFileSync } from "node:fs"
import { expect, type Locator, type Page, test } from "./test"
import en from "../src/i18n/messages/en.json" with { type: "json" }
import { account, callPortal, keyRow, openKeyAction, openOrder, signIn } from "./marketplace"
import { bestOfThree, rejectPrefetches, settle } from "./page-checks"
import { currentAccount, PASSWORD, signUpVerified } from "./signup"

// What every form of the portal does without a network: it says so, keeps what was typed, and sends nothing later.

const SHOWN_WITHIN_MS = 100
/** A call that is repeated by itself would come within this time after the network has returned. */
const WATCHED_MS = 800

interface FormCase {
  /** The file below src/app/(portal). */
  file: string
  path: string | ((page: Page) => Promise<string>)
  /** Opens the dialog that the form is in. */
  open?: (page: Page) => Promise<void>
  /** Unfolds or fills in what is in the page itself. */
  prepare?: (page: Page) => Promise<void>
  /** What is typed or chosen, by the names of the controls. */
  fill?: Record<string, string>
}

function press(name: string | RegExp) {
  return (page: Page) => page.getByRole("main").getByRole("button", { name, exact: true }).first().click()
}
async function createApp(page: Page): Promise<string> {
  const { app } = await callPortal<{ app: { client_id: string } }>(page, "oauthApps.create", {
    name: `Hisaab ${Date.now()}`,
    type: "confidential",
  })
  return `/apps/${app.client_id}`
}
async function createAppToTest(page: Page): Promise<string> {
  return `${await createApp(page)}/test`
}
async function createKey(page: Page): Promise<string> {
  await callPortal(page, "portalKeys.create", { name: "Pickers", scopes: ["profile.read"] })
  return "/keys"
}
async function developersPage(page: Page): Promise<string> {
  await page.goto(`/staff/accounts?q=${encodeURIComponent(account("developer").email)}`)
  return (await page.locator("tbody tr").getByRole("link").first().getAttribute("href")) ?? ""
}
function openFirstOrder(action: RegExp) {
  return async (page: Page) => {
    const details = await openOrder(page, page.locator("[data-order]").first())
    await details.getByRole("button", { name: action }).first().click()
  }
}

const FORMS: Record<"new_account" | "seller" | "staff", readonly FormCase[]> = {
  new_account: [
    { file: "overview/first-key-form.tsx", path: "/overview", fill: { name: "First" } },
    {
      file: "keys/create-key-form.tsx",
      path: "/keys",
      open: press(en.Keys.create),
      fill: { name: "Made offline", scopes: "profile.read" },
    },
    {
      file: "keys/edit-key-dialog.tsx",
      path: createKey,
      open: (page) => openKeyAction(keyRow(page, "Pickers").first(), "Edit"),
      fill: { name: "Packers" },
    },
    {
      file: "keys/roll-key-dialog.tsx",
      path: createKey,
      open: (page) => openKeyAction(keyRow(page, "Pickers").first(), "Roll"),
    },
    { file: "apps/create-app-button.tsx", path: "/apps", open: press(en.OauthApps.create), fill: { name: "Ledger" } },
    {
      file: "apps/[client_id]/(tabs)/settings/edit-form.tsx",
      path: async (page) => `${await createApp(page)}/settings`,
      fill: { name: "Ledger", description: "Reads orders." },
    },
    {
      file: "apps/[client_id]/(tabs)/test/testers.tsx",
      path: createAppToTest,
      fill: { email: "tester@example.in" },
    },
    {
      file: "apps/[client_id]/(tabs)/test/test-client-dialog.tsx",
      path: createAppToTest,
      open: press(en.OauthApps.test_create),
      fill: { redirect_uris: "https://ledger.example/callback" },
    },
    { file: "apps/[client_id]/credentials.tsx", path: createApp, open: press(en.OauthApps.roll) },
    {
      file: "webhooks/endpoint-form.tsx",
      path: "/webhooks/new",
      fill: { url: "https://ledger.example/hook", events: "", description: "Ledger" },
    },
    {
      file: "store/open/open-form.tsx",
      path: "/store/open",
      fill: { name: "Kosi", city: "Saharsa", district: "Saharsa", state: "Bihar", pincode: "852201" },
    },
    { file: "settings/profile/profile-form.tsx", path: "/settings/profile", fill: { name: "Asha" } },
    { file: "settings/account/change-email-form.tsx", path: "/settings/account", fill: { email: "new@example.in" } },
    {
      file: "settings/account/delete-account-button.tsx",
      path: "/settings/account",
      open: async (page) => {
        await press(en.Account.delete_open)(page)
        await page.locator("dialog[open] [name=confirmation]").fill((await currentAccount(page)).email)
      },
    },
    {
      file: "settings/security/change-password-form.tsx",
      path: "/settings/security",
      fill: { current: PASSWORD, password: "another long password" },
    },
    {
      file: "settings/security/add-passkey-button.tsx",
      path: "/settings/security",
      open: press(en.Security.add_passkey),
      fill: { name: "Laptop" },
    },
    {
      file: "settings/security/add-totp-button.tsx",
      path: "/settings/security",
      open: press(en.Security.add_totp),
      fill: { code: "123456" },
    },
  ],
  seller: [
    {
      file: "store/offers/offer-form.tsx",
      path: async (page) => {
        await page.goto("/store/offers?mode=live")
        return (await page.locator("[data-offer]").first().getByRole("link").getAttribute("href")) ?? ""
      },
      fill: { stock: "41" },
    },
    {
      file: "store/people/change-role-dialog.tsx",
      path: "/store/people",
      open: async (page) => {
        await page
          .getByRole("button", { name: /^Actions for / })
          .first()
          .click()
        await page.getByRole("button", { name: /^Change role of / }).click()
      },
      fill: { role: "catalogue" },
    },
    {
      file: "store/people/invite-button.tsx",
      path: "/store/people",
      open: press(en.StorePeople.invite_title),
      fill: { email: "guest@example.in" },
    },
    {
      file: "store/ship-form.tsx",
      path: "/store?status=confirmed",
      open: openFirstOrder(/^Ship HT/),
      fill: { courier_name: "Pavan Express", awb: "PX-1" },
    },
    {
      file: "store/reversal-form.tsx",
      path: "/store?status=confirmed",
      open: async (page) => {
        await openFirstOrder(/^Cancel HT/)(page)
        await page.locator("dialog[open] textarea").fill("Out of stock")
      },
    },
    {
      file: "store/ship-many-dialog.tsx",
      path: "/store?status=confirmed",
      open: async (page) => {
        for (const row of [0, 1]) await page.locator("tbody").getByRole("checkbox").nth(row).check()
        await page.locator("main button.bg-accent").click()
        for (const index of [0, 1]) await page.locator("dialog[open] fieldset input").nth(index).fill(`MANY-${index}`)
      },
      fill: { courier_name: "Pavan Express" },
    },
  ],
  staff: [
    {
      file: "staff/accounts/[id]/limit-form.tsx",
      path: developersPage,
      prepare: (page) => page.locator("main details summary", { hasText: en.StaffAccounts.limit }).last().click(),
      fill: { limit: "50" },
    },
    {
      file: "staff/decision-message-form.tsx",
      path: developersPage,
      // Its field has no name of its own.
      prepare: (page) => page.getByLabel(en.StaffAccounts.message).fill("Keys leaked."),
    },
    {
      file: "staff/incidents/incident-dialog.tsx",
      path: "/staff/incidents",
      open: press(en.StaffIncidents.open),
      fill: { "title.en": "Webhooks are late", "body.en": "We look into it." },
    },
    {
      file: "staff/synonyms/synonym-dialog.tsx",
      path: "/staff/synonyms",
      open: press(en.StaffSynonyms.add),
      fill: { words: "kosala\nkoshala", means: "rice" },
    },
    {
      file: "staff/synonyms/import-dialog.tsx",
      path: "/staff/synonyms",
      open: async (page) => {
        await press(en.StaffSynonyms.import)(page)
        await page
          .locator("dialog[open] input[type=file]")
          .setInputFiles({ name: "synonyms.csv", mimeType: "text/csv", buffer: Buffer.from("same,kosala\n") })
      },
    },
  ],
}

/** Forms that are no call of the portal: the browser sends them. */
const DOCUMENT_FORMS = ["settings/account/export-button.tsx"]
/** Forms with a server action, which call the portal instead once scripts have loaded. */
const ACTION_FORMS = ["store/offers/offer-form.tsx"]

test("FORMS lists every form of the portal", () => {
  const files = readdirSync("src/app/(portal)", { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".tsx") && /<form\s[^>]*method="post"|<DialogForm\b/.test(read(file)))
  const listed = Object.values(FORMS).flatMap((forms) => forms.map(({ file }) => file))
  expect([...listed, ...DOCUMENT_FORMS].sort()).toEqual([...files, ...ACTION_FORMS].sort())
})

function read(file: string): string {
  return readFileSync(`src/app/(portal)/${file}`, "utf8")
}

function typed(form: Locator): Promise<string> {
  return form.evaluate((element: HTMLFormElement) =>
    JSON.stringify(
      [...element.elements].map((control) =>
        control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type)
          ? control.checked
          : "value" in control
            ? control.value
            : null,
      ),
    ),
  )
}

async function fillForm(form: Locator, fill: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fill)) {
    const control = form.locator(`[name="${name}"]`).first()
    if ((await control.getAttribute("type")) === "checkbox") await control.check()
    else if (await control.evaluate((element) => element instanceof HTMLSelectElement))
      await control.selectOption(value)
    else await control.fill(value)
  }
}

/** Records when the form is sent, and when the page shows that it works on something. */
function recordTimes(form: Locator): Promise<void> {
  return form.evaluate((element) => {
    const times: { sent?: number; busy?: number } = {}
    Object.assign(window, { times })
    element.addEventListener("submit", () => (times.sent ??= performance.now()), { capture: true })
    new MutationObserver(() => {
      if (document.querySelector("button[aria-busy=true]")) times.busy ??= performance.now()
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
}

/** Milliseconds from the last press until the form showed that it works. */
async function shownAfter(page: Page): Promise<number> {
  const shown = await page.waitForFunction(() => {
    const { sent, busy } = (window as unknown as { times: { sent?: number; busy?: number } }).times
    return sent === undefined || busy === undefined ? null : { ms: busy - sent }
  })
  return (await shown.jsonValue())?.ms ?? Infinity
}

/** Sends a form on a network that does not answer, then is dead, then returns. */
async function checkForm(page: Page, { file, path, open, prepare, fill = {} }: FormCase): Promise<void> {
  await page.goto(typeof path === "string" ? path : await path(page))
  await settle(page)
  await prepare?.(page)
  await open?.(page)
  const scope = open ? page.locator("dialog[open]").last() : page.getByRole("main")
  const [field] = Object.keys(fill)
  const forms = scope.locator("form[method=post]")
  const form = (field === undefined ? forms : forms.filter({ has: page.locator(`[name="${field}"]`) })).last()
  await fillForm(form, fill)
  const before = await typed(form)
  await recordTimes(form)

  let die = (): void => undefined
  const dead = new Promise<void>((resolve) => (die = resolve))
  await page.route("**/api/trpc/**", async (route) => {
    await dead
    await route.abort("internetdisconnected")
  })
  const submit = form.locator("button[type=submit]").first()
  await submit.click()
  await expect(submit, `${file} shows that it works`).toHaveAttribute("aria-busy", "true")
  const first = await shownAfter(page)
  expect.soft(await typed(form), `${file} keeps what was typed while it waits`).toBe(before)
  die()
  await expect.soft(scope.getByText(en.Problems.offline), `${file} says that it is offline`).toBeVisible()
  await expect.soft(submit, `${file} can be sent again`).toBeEnabled()
  expect.soft(await typed(form), `${file} keeps what was typed`).toBe(before)
  const shown = await bestOfThree(async (attempt) => {
    if (attempt === 1) return first
    await recordTimes(form)
    await submit.click()
    await expect(submit).toBeEnabled()
    return shownAfter(page)
  }, SHOWN_WITHIN_MS)
  expect.soft(shown, `${file} shows that it works, in milliseconds`).toBeLessThan(SHOWN_WITHIN_MS)

  const changes: string[] = []
  page.on("request", (request) => request.method() === "POST" && changes.push(request.url()))
  await page.unroute("**/api/trpc/**")
  await page.evaluate(() => window.dispatchEvent(new Event("online")))
  await page.waitForTimeout(WATCHED_MS)
  expect.soft(changes, `${file} sends nothing by itself`).toEqual([])
  page.removeAllListeners("request")
}

for (const role of ["new_account", "seller", "staff"] as const)
  test(`a ${role}'s forms on a dead network show it, keep what was typed and send nothing later`, async ({
    page,
    context,
  }) => {
    test.slow()
    await rejectPrefetches(page)
    await signIn(page, role === "new_account" ? await signUpVerified(context, "en") : account(role), "/overview")
    for (const form of FORMS[role]) await test.step(form.file, () => checkForm(page, form))
  })
