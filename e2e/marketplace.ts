import { readFileSync } from "node:fs"
import { expect, type Page } from "@playwright/test"
import type { DemoFile } from "../src/commands/demo-step"

type Role = "customer" | "seller" | "seller_staff" | "developer" | "staff"

/** One of the demo's accounts. */
export const account = (role: Role): DemoFile["accounts"][string] => {
  const { accounts } = JSON.parse(readFileSync(process.env.HAAT_TEST_DEMO ?? "", "utf8")) as DemoFile
  const found = accounts[role]
  if (!found) throw new Error(`the demo has no ${role}`)
  return found
}

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
