import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { expect, type Page } from "@playwright/test"
import type { DemoClients } from "../prisma/demo/oauth-apps"
import type { DemoFile } from "../src/commands/demo-step"

type Role = "customer" | "seller" | "seller_staff" | "developer" | "staff"

const demo = (): DemoFile & { oauth: DemoClients } => JSON.parse(readFileSync(process.env.HAAT_TEST_DEMO ?? "", "utf8")) as DemoFile & { oauth: DemoClients }

/** One of the demo's accounts. */
export const account = (role: Role): DemoFile["accounts"][string] => {
  const { accounts } = demo()
  const found = accounts[role]
  if (!found) throw new Error(`the demo has no ${role}`)
  return found
}

/** One of the demo developer's apps. */
export const demoApp = (type: keyof DemoClients): DemoClients["public"] => demo().oauth[type]

export const signIn = async (page: Page, { email, password }: { email: string; password: string }, path = "/keys"): Promise<void> => {
  await page.goto(`/sign-in?return=${encodeURIComponent(path)}`)
  await page.getByLabel("E-mail").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await page.waitForURL((url) => url.pathname + url.search === path)
}

interface Answer {
  status: number
  body: { data?: unknown; error?: { code: string; message: string }; meta?: Record<string, unknown> }
}

/** What the API answers a program with this key. */
export const callApi = async (path: string, key: string, init: { method?: string; json?: unknown } = {}): Promise<Answer> => {
  const response = await fetch(`${process.env.HAAT_TEST_URL}${path}`, {
    method: init.method ?? "GET",
    headers: { authorization: `Bearer ${key}`, ...(init.json !== undefined && { "content-type": "application/json" }) },
    ...(init.json !== undefined && { body: JSON.stringify(init.json) }),
  })
  return { status: response.status, body: (await response.json()) as Answer["body"] }
}

/** Opens the newest mail to an address whose subject says something; waits for the worker to deliver it. */
export const openMail = async (page: Page, to: string, subject: string | RegExp): Promise<void> => {
  const mail = page.getByRole("listitem").filter({ hasText: to }).getByRole("link", { name: subject }).first()
  await expect(async () => {
    await page.goto("/dev/mailbox")
    await expect(mail).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 15_000 })
  await mail.click()
  await page.waitForURL(/\/dev\/mailbox\/.+/)
}

/** Opens the page on which one of the demo's apps asks whoever is signed in. */
export const letDemoAppAsk = async (page: Page): Promise<void> => {
  const { client_id, redirect_uris } = demoApp("public")
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: redirect_uris[0] ?? "",
    scope: "openid profile orders.read",
    state: "walked",
    code_challenge: createHash("sha256").update("a verifier that nobody trades a code with").digest("base64url"),
    code_challenge_method: "S256",
    prompt: "consent",
  })
  await page.goto(`/oauth/authorize?${query}`)
  await page.locator("#consent-form").waitFor()
}
