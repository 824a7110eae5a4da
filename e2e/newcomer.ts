import { randomUUID } from "node:crypto"
import { type BrowserContext, expect, type Page } from "@playwright/test"
import { Client } from "pg"
import type { Locale } from "../src/domain/locale"
import { uuidOf } from "../src/domain/public-id"

export const PASSWORD = "kamal kachnar palash"

/** Resets the sign-up limits that earlier journeys used up: all of them have the same IP address. */
const forgetSignUps = (): Promise<void> => change("DELETE FROM rate_limit WHERE subject LIKE 'sign-up:%'")

/** Resets the attempts at the mailbox's secret that earlier journeys used up. */
export const forgetMailboxAttempts = (): Promise<void> =>
  change("DELETE FROM rate_limit WHERE subject LIKE 'mailbox:%'")

/** Approves a store as the staff would; store-people.spec.ts tests the real way. */
export const approveStore = (name: string): Promise<void> =>
  change("UPDATE store SET status = 'approved', approved_at = now() WHERE name = $1", [name])

/** Makes used codes of an account's authenticator app valid again. */
export const forgetCodes = (email: string): Promise<void> =>
  change("UPDATE totp SET last_step = 0 WHERE account_id = (SELECT id FROM account WHERE email = $1)", [email])

/** Creates an account of its own for a test. */
export const signUp = async (
  context: BrowserContext,
  locale: Locale,
  name = "आशा झा",
): Promise<{ email: string; password: string }> => {
  const email = `${randomUUID()}@example.in`
  await forgetSignUps()
  const answer = await context.request.post("/api/trpc/accounts.signUp", {
    data: { name, email, password: PASSWORD, locale },
  })
  expect(answer.status()).toBe(200)
  return { email, password: PASSWORD }
}

export const whoIsSignedIn = async (page: Page): Promise<{ email: string }> =>
  ((await (await page.request.get("/api/trpc/me.get")).json()) as { result: { data: { data: { email: string } } } })
    .result.data.data

const change = async (statement: string, values: readonly unknown[] = []): Promise<void> => {
  const db = new Client({ connectionString: process.env.HAAT_TEST_DATABASE })
  await db.connect()
  await db.query(statement, [...values])
  await db.end()
}

/** Creates an account with a confirmed address; api-key.spec.ts tests the real way. */
export const signUpConfirmed = async (
  context: BrowserContext,
  locale: Locale,
  name?: string,
): Promise<{ email: string; password: string }> => {
  const newcomer = await signUp(context, locale, name)
  await change("UPDATE account SET email_verified_at = now() WHERE email = $1", [newcomer.email])
  return newcomer
}

/** Moves a key's creation and last use back by some days. */
export const ageKey = (id: string, days: number): Promise<void> =>
  change(
    "UPDATE api_key SET created_at = created_at - make_interval(days => $2), last_used_at = last_used_at - make_interval(days => $2) WHERE id = $1",
    [uuidOf("api_key", id), days],
  )

/** Confirms the address of the signed-in account, or makes it unconfirmed again. */
export const setConfirmed = async (page: Page, confirmed: boolean): Promise<void> =>
  change("UPDATE account SET email_verified_at = CASE WHEN $2 THEN now() END WHERE email = $1", [
    (await whoIsSignedIn(page)).email,
    confirmed,
  ])

/** Renames a table of the worker's own market while the work runs, so that queries on it fail. */
export const withoutTable = async (table: string, work: () => Promise<void>): Promise<void> => {
  await change(`ALTER TABLE ${table} RENAME TO ${table}_away`)
  try {
    await work()
  } finally {
    await bringBack(table)
  }
}

/** Restores a table that a test has renamed, also after a timeout. */
export const bringBack = (table: string): Promise<void> =>
  change(`ALTER TABLE IF EXISTS ${table}_away RENAME TO ${table}`)

/** Makes the signed-in account's reauthentication an hour old. */
export const ageProof = async (page: Page): Promise<void> => {
  const { email } = await whoIsSignedIn(page)
  await change(
    "UPDATE session SET proved_at = now() - interval '1 hour', second_factor_at = second_factor_at - interval '1 hour' WHERE account_id = (SELECT id FROM account WHERE email = $1)",
    [email],
  )
}
