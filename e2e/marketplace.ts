import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { dirname } from "node:path"
import { generate } from "otplib"
import { type Cookie, expect, type Locator, type Page } from "@playwright/test"
import type { DemoClients } from "../prisma/seed/oauth-apps"
import type { DemoFile } from "../src/commands/demo"
import type { Locale } from "../src/domain/locale"
import { APP_HEADER } from "../src/domain/app-header"
import { type Mode, MODE_HEADER } from "../src/domain/mode"
import { LOCALE_COOKIE } from "../src/i18n/locale-cookie"
import { TIME_ZONE_COOKIE } from "../src/i18n/time-zone-cookie"
import { mailboxSecretFile, readOrCreateSecret } from "../src/platform/secret-file"
import { resetUsedCodes, resetMailboxRateLimit } from "./signup"

type Role = "customer" | "seller" | "seller_staff" | "developer" | "staff"

function readDemoFile(): DemoFile & { oauth: DemoClients } {
  return JSON.parse(readFileSync(process.env.HAAT_TEST_DEMO ?? "", "utf8")) as DemoFile & { oauth: DemoClients }
}

/** One of the demo's accounts. */
export function account(role: Role): DemoFile["accounts"][string] {
  const { accounts } = readDemoFile()
  const found = accounts[role]
  if (!found) throw new Error(`the demo has no ${role}`)
  return found
}

/** One of the demo developer's apps. */
export function demoApp(type: keyof DemoClients): DemoClients["public"] {
  return readDemoFile().oauth[type]
}

interface Person {
  email: string
  password: string
  /** The key of its authenticator app, if it has one. */
  totp_secret?: string
}

/** Signs in by the form, and continues at a path. */
export async function signInWithForm(
  page: Page,
  { email, password, totp_secret: secret }: Person,
  path = "/keys",
): Promise<void> {
  await page.goto(`/sign-in?return=${encodeURIComponent(path)}`)
  await page.locator("[name=email]").fill(email)
  await page.locator("[name=password]").fill(password)
  await page.locator("[name=password]").press("Enter")
  if (secret !== undefined) {
    await page.waitForURL((url) => url.pathname === "/sign-in/second-step")
    // Another journey may have used the current code.
    await resetUsedCodes(email)
    await page.locator("[name=code]").fill(await generate({ secret }))
    await page.locator("[name=code]").press("Enter")
  }
  await page.waitForURL((url) => url.pathname + url.search === path)
}

/** Calls next-auth as the form does. @returns the error that it names */
async function postCredentials(page: Page, fields: Record<string, string>): Promise<string | null> {
  const { csrfToken } = (await (await page.request.get("/api/auth/csrf")).json()) as { csrfToken: string }
  const response = await page.request.post("/api/auth/callback/credentials", {
    form: { ...fields, csrfToken, callbackUrl: "/", json: "true" },
  })
  const { url } = (await response.json()) as { url: string }
  return new URL(url, process.env.HAAT_TEST_URL).searchParams.get("error")
}

/** Signs in with the calls of the form, but without its pages, which sign-in.spec.ts tests. */
async function signInByCalls(page: Page, { email, password, totp_secret: secret }: Person): Promise<void> {
  const error = await postCredentials(page, { email, password })
  if (secret === undefined) return expect(error).toBeNull()
  expect(error).toBe("second_step")
  // Another journey may have used the current code.
  await resetUsedCodes(email)
  expect(await postCredentials(page, { code: await generate({ secret }) })).toBeNull()
}

/** Less than the validity of a sign-in as reauthentication, minus the time that a long test then takes. */
const SESSION_REUSE_MS = 4 * 60_000
const sessions = new Map<string, { cookie: Cookie; since: number }>()

/** Opens a path with a recent session, perhaps of another test. */
export async function signIn(page: Page, person: Person, path = "/keys"): Promise<void> {
  // A page may be refreshed some time after it was opened, because it did not know the reader's time zone.
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  await page.context().addCookies([{ name: TIME_ZONE_COOKIE, value: zone, url: process.env.HAAT_TEST_URL ?? "" }])
  const open = async (): Promise<boolean> => {
    await page.goto(path)
    const { pathname, search } = new URL(page.url())
    return pathname + search === path
  }
  const cached = sessions.get(person.email)
  if (cached && Date.now() - cached.since < SESSION_REUSE_MS) {
    await page.context().addCookies([cached.cookie])
    if (await open()) return
  }
  const signedInAt = Date.now()
  await signInByCalls(page, person)
  const cookie = (await page.context().cookies()).find(({ name }) => name.endsWith("session-token"))
  if (cookie) sessions.set(person.email, { cookie, since: signedInAt })
  expect(await open(), `${path} after signing in`).toBe(true)
}

/** Sets the language of all further pages, over the account's and the browser's. */
export async function setLocale(page: Page, locale: Locale): Promise<void> {
  await page.context().addCookies([{ name: LOCALE_COOKIE, value: locale, url: process.env.HAAT_TEST_URL ?? "" }])
}

/** Calls a procedure of the portal as the signed-in account, and returns its data. */
export async function callPortal<Data>(
  page: Page,
  procedure: string,
  input: object,
  mode: Mode = "live",
  app: string | null = null,
): Promise<Data> {
  const response = await page.request.post(`/api/trpc/${procedure}`, {
    data: input,
    headers: {
      origin: process.env.HAAT_TEST_URL ?? "",
      [MODE_HEADER]: mode,
      ...(app !== null && { [APP_HEADER]: app }),
    },
  })
  expect(response.status(), await response.text()).toBe(200)
  return ((await response.json()) as { result: { data?: { data: Data } } }).result.data?.data as Data
}

interface ApiResponse {
  status: number
  body: { data?: unknown; error?: { code: string; message: string }; meta?: Record<string, unknown> }
}

/** Calls the API with this key. */
export async function callApi(
  path: string,
  key: string,
  init: { method?: string; json?: unknown } = {},
): Promise<ApiResponse> {
  const response = await fetch(`${process.env.HAAT_TEST_URL}${path}`, {
    method: init.method ?? "GET",
    headers: { authorization: `Bearer ${key}`, ...(init.json !== undefined && { "content-type": "application/json" }) },
    ...(init.json !== undefined && { body: JSON.stringify(init.json) }),
  })
  return { status: response.status, body: (await response.json()) as ApiResponse["body"] }
}

/** Clicks a copy button, and expects its notice, which disappears after two seconds. */
export async function clickCopy(button: Locator, notice: Locator): Promise<void> {
  await Promise.all([expect(notice).toBeVisible({ timeout: 30_000 }), button.click()])
}

/** The details of a row of a table, which are beside it. */
export function rowDetails(page: Page, name: string): Locator {
  return page.getByRole("complementary", { name })
}

/** Opens the details of a store's order from the table. */
export async function openOrder(page: Page, row: Locator): Promise<Locator> {
  const number = (await row.getAttribute("data-order")) ?? ""
  await row.getByRole("link", { name: number }).click()
  const details = rowDetails(page, number)
  await expect(details).toBeVisible()
  return details
}

/** The row of the table of keys. */
export function keyRow(page: Page, name: string | RegExp): Locator {
  return page
    .getByRole("row")
    .filter({ has: page.getByRole("link", typeof name === "string" ? { name, exact: true } : { name }) })
}

/** Opens an action of the menu of a key's row. */
export async function openKeyAction(row: Locator, action: "Edit" | "Roll" | "Revoke"): Promise<void> {
  await row.getByRole("button", { name: /^Actions for/ }).click()
  await row.getByRole("button", { name: new RegExp(`^${action} `) }).click()
}

/** Opens the first order that has a button: one that is not paid cannot be refunded. */
export async function openOrderWith(page: Page, orders: Locator, name: RegExp): Promise<void> {
  const list = page.url()
  const numbers = await orders.evaluateAll((rows) => rows.map((row) => row.getAttribute("data-order") ?? ""))
  for (const number of numbers) {
    // On a narrow screen an open order is in place of the list.
    if (page.url() !== list) await page.goto(list)
    const details = await openOrder(page, page.locator(`[data-order="${number}"]`))
    if ((await details.getByRole("button", { name }).count()) > 0) return
  }
  throw new Error(`no order has the button ${String(name)}`)
}

/** Opens the page of a list that contains an element. */
export async function openPageContaining(page: Page, path: string, element: Locator): Promise<void> {
  for (let number = 1; ; number++) {
    await page.goto(`${path}&page=${number}`)
    if ((await element.count()) > 0) return
    await expect(page.locator("main a[rel=next]"), "another page").toBeVisible()
  }
}

/** The secret of the local mailbox of the worker's own market. */
export function mailboxSecret(): string {
  return readOrCreateSecret(mailboxSecretFile(dirname(process.env.HAAT_TEST_DEMO ?? "")))
}

/** Opens the local mailbox by the link of npm start, once per browser. */
export async function openMailbox(page: Page): Promise<void> {
  const open = (await page.context().cookies()).some(({ name }) => name.endsWith("haat-mailbox"))
  if (!open) await resetMailboxRateLimit()
  await page.goto(open ? "/dev/mailbox" : `/dev/mailbox/open?token=${mailboxSecret()}`)
}

/** Opens the newest email to an address with a matching subject; waits until the worker has delivered it. */
export async function openEmail(page: Page, to: string, subject: string | RegExp): Promise<void> {
  const email = page.getByRole("listitem").filter({ hasText: to }).getByRole("link", { name: subject }).first()
  await expect(async () => {
    await openMailbox(page)
    await expect(email).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 30_000 })
  await email.click()
  await page.waitForURL(/\/dev\/mailbox\/.+/)
}

const VERIFIER = "a-verifier-as-long-as-it-has-to-be-and-no-secret"

/** Opens the consent page of one of the demo's apps for the signed-in account. */
export async function openConsentPage(page: Page): Promise<void> {
  const { client_id, redirect_uris } = demoApp("public")
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: redirect_uris[0] ?? "",
    scope: "openid profile orders.read",
    state: "walked",
    code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
    code_challenge_method: "S256",
    prompt: "consent",
  })
  await page.goto(`/oauth/authorize?${query}`)
  await page.locator("#consent-form").waitFor()
}

interface Tokens {
  access_token?: string
  refresh_token?: string
  error?: string
}

/** Requests tokens as the demo's app. */
export async function requestTokens(fields: Record<string, string>): Promise<Tokens> {
  const body = new URLSearchParams({ client_id: demoApp("public").client_id, ...fields })
  return (await (await fetch(`${process.env.HAAT_TEST_URL}/oauth/token`, { method: "POST", body })).json()) as Tokens
}

/** Authorizes the demo's app, and returns its tokens. */
export async function authorizeDemoApp(page: Page): Promise<Tokens> {
  const [redirectUri = ""] = demoApp("public").redirect_uris
  await openConsentPage(page)
  await page.locator("[name=scope][value='orders.read']").check()
  // Nothing listens at the app's URL.
  const [callbackRequest] = await Promise.all([
    page.waitForRequest((request) => request.url().startsWith(redirectUri)),
    page.locator("#allow").click(),
  ])
  await page.waitForURL("chrome-error://chromewebdata/", { waitUntil: "commit" })
  const code = new URL(callbackRequest.url()).searchParams.get("code") ?? ""
  return requestTokens({ grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: VERIFIER })
}

/** An endpoint on which nothing listens, with a failed attempt, and a deleted one: of the account, and of an app. */
export async function createEndpoints(page: Page): Promise<void> {
  for (const app of [null, demoApp("confidential").client_id])
    for (const deleted of [true, false]) {
      const input = { url: "http://127.0.0.1:9/hooks", events: ["order.created"], description: "" }
      const { id } = await callPortal<{ id: string }>(page, "webhookEndpoints.create", input, "live", app)
      await callPortal(page, "webhookEndpoints.test", { id }, "live", app)
      if (deleted) await callPortal(page, "webhookEndpoints.delete", { id }, "live", app)
    }
}
