import { randomUUID } from "node:crypto"
import { type BrowserContext, expect, type Page } from "@playwright/test"
import { Client } from "pg"

export const PASSWORD = "kamal kachnar palash"

/** Makes an account of its own, which nobody else signs in to. */
export const signUp = async (context: BrowserContext, locale: "en" | "hi" | "mai"): Promise<{ email: string; password: string }> => {
  const email = `${randomUUID()}@example.in`
  const answer = await context.request.post("/api/trpc/accounts.signUp", { data: { name: "आशा झा", email, password: PASSWORD, locale } })
  expect(answer.status()).toBe(200)
  return { email, password: PASSWORD }
}

export const whoIsSignedIn = async (page: Page): Promise<{ email: string }> =>
  ((await (await page.request.get("/api/trpc/me.get")).json()) as { result: { data: { data: { email: string } } } }).result.data.data

/** Lets the proof of who is signed in be an hour old. */
export const ageProof = async (page: Page): Promise<void> => {
  const { email } = await whoIsSignedIn(page)
  const db = new Client({ connectionString: process.env.HAAT_TEST_DATABASE })
  await db.connect()
  await db.query("UPDATE session SET proved_at = now() - interval '1 hour' WHERE account_id = (SELECT id FROM account WHERE email = $1)", [email])
  await db.end()
}
