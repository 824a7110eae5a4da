import { randomUUID } from "node:crypto"
import { type BrowserContext, expect, type Page } from "@playwright/test"
import { Client } from "pg"
import { v7 as uuidv7 } from "uuid"
import type { Locale } from "../src/domain/locale"
import { parsePublicId } from "../src/domain/public-id"

export const PASSWORD = "kamal kachnar palash"

/** Resets the sign-up limits that earlier journeys used up: all of them have the same IP address. */
export function resetSignUpRateLimit(): Promise<void> {
  return executeSql("DELETE FROM rate_limit WHERE subject LIKE 'sign-up:%'")
}

/** Resets the attempts at the mailbox's secret that earlier journeys used up. */
export function resetMailboxRateLimit(): Promise<void> {
  return executeSql("DELETE FROM rate_limit WHERE subject LIKE 'mailbox:%'")
}

/** Approves a store as the staff would; store-people.spec.ts tests the real way. */
export function approveStore(name: string): Promise<void> {
  return executeSql("UPDATE store SET status = 'approved', approved_at = now() WHERE name = $1", [name])
}

/** Makes used codes of an account's authenticator app valid again. */
export function resetUsedCodes(email: string): Promise<void> {
  return executeSql("UPDATE totp SET last_step = 0 WHERE account_id = (SELECT id FROM account WHERE email = $1)", [
    email,
  ])
}

/** Creates an account of its own for a test. */
export async function signUp(
  context: BrowserContext,
  locale: Locale,
  name = "आशा झा",
): Promise<{ email: string; password: string }> {
  const email = `${randomUUID()}@example.in`
  await resetSignUpRateLimit()
  const response = await context.request.post("/api/trpc/accounts.signUp", {
    data: { name, email, password: PASSWORD, locale },
  })
  expect(response.status()).toBe(200)
  return { email, password: PASSWORD }
}

export async function currentAccount(page: Page): Promise<{ email: string }> {
  return (
    (await (await page.request.get("/api/trpc/me.get")).json()) as { result: { data: { data: { email: string } } } }
  ).result.data.data
}

async function executeSql(statement: string, values: readonly unknown[] = []): Promise<void> {
  const db = new Client({ connectionString: process.env.HAAT_TEST_DATABASE })
  await db.connect()
  await db.query(statement, [...values])
  await db.end()
}

/** Creates an account with a confirmed address; api-key.spec.ts tests the real way. */
export async function signUpVerified(
  context: BrowserContext,
  locale: Locale,
  name?: string,
): Promise<{ email: string; password: string }> {
  const account = await signUp(context, locale, name)
  await executeSql("UPDATE account SET email_verified_at = now() WHERE email = $1", [account.email])
  return account
}

/** Moves a key's creation and last use back by some days. */
export function backdateKey(id: string, days: number): Promise<void> {
  return executeSql(
    "UPDATE api_key SET created_at = created_at - make_interval(days => $2), last_used_at = last_used_at - make_interval(days => $2) WHERE id = $1",
    [parsePublicId("api_key", id), days],
  )
}

/** Confirms the address of the signed-in account, or makes it unconfirmed again. */
export async function setEmailVerified(page: Page, confirmed: boolean): Promise<void> {
  return executeSql("UPDATE account SET email_verified_at = CASE WHEN $2 THEN now() END WHERE email = $1", [
    (await currentAccount(page)).email,
    confirmed,
  ])
}

/** Adds a delivery to an endpoint that failed a minute ago, and is of no test event. */
export function addFailedDelivery(endpoint: string): Promise<void> {
  const at = new Date(Date.now() - 60_000)
  const id = (): string => uuidv7({ msecs: at.getTime() })
  return executeSql(
    `INSERT INTO webhook_delivery (id, event_id, event_created_at, event_type, endpoint_id, status, attempts, created_at, last_attempt_at)
     VALUES ($1, $2, $3, 'order.created', $4, 'failed', 1, $3, $3)`,
    [id(), id(), at, parsePublicId("webhook_endpoint", endpoint)],
  )
}

/** Renames a table of the worker's own market while the work runs, so that queries on it fail. */
export async function withTableMissing(table: string, work: () => Promise<void>): Promise<void> {
  await executeSql(`ALTER TABLE ${table} RENAME TO ${table}_away`)
  try {
    await work()
  } finally {
    await restoreTable(table)
  }
}

/** Restores a table that a test has renamed, also after a timeout. */
export function restoreTable(table: string): Promise<void> {
  return executeSql(`ALTER TABLE IF EXISTS ${table}_away RENAME TO ${table}`)
}

/** Makes the signed-in account's reauthentication an hour old. */
export async function expireReauthentication(page: Page): Promise<void> {
  const { email } = await currentAccount(page)
  await executeSql(
    "UPDATE session SET proved_at = now() - interval '1 hour', second_factor_at = second_factor_at - interval '1 hour' WHERE account_id = (SELECT id FROM account WHERE email = $1)",
    [email],
  )
}
