import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { type Browser, expect, type Page, test } from "@playwright/test"
import type { AxeResults, RunOptions } from "axe-core"
import { account, signIn } from "./marketplace"

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const RULES: RunOptions = { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }

const WIDTHS = [320, 1280] as const
const SCHEMES = ["light", "dark"] as const

/** Looks at the page as it stands, narrow and wide, light and dark. */
const expectNoViolations = async (page: Page): Promise<void> => {
  await page.evaluate(AXE)
  for (const colorScheme of SCHEMES) {
    for (const width of WIDTHS) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      await page.setViewportSize({ width, height: 800 })
      const { violations } = await page.evaluate((rules) => (window as unknown as { axe: { run: (rules: RunOptions) => Promise<AxeResults> } }).axe.run(rules), RULES)
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)
      expect.soft(found, `${page.url()}, ${width} px, ${colorScheme}`).toEqual([])
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect.soft(sideways, `${page.url()} scrolls sideways at ${width} px`).toBe(0)
    }
  }
}

const visit = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await page.waitForLoadState("networkidle")
  await expectNoViolations(page)
}

const asRole = async (browser: Browser, role: Parameters<typeof account>[0], path: string): Promise<Page> => {
  const page = await browser.newPage()
  await signIn(page, account(role), path)
  return page
}

test("the pages that everybody sees", async ({ page }) => {
  for (const path of ["/", "/sign-in", "/sign-up", "/verify-email?token=none", "/docs/errors", "/products", "/dev/mailbox", "/nothing"]) await visit(page, path)
})

test("a product and a category", async ({ page }) => {
  await page.goto("/products")
  const product = await page.getByRole("main").locator("a[href^='/products/']").first().getAttribute("href")
  const category = await page.getByRole("main").locator("a[href^='/categories/']").first().getAttribute("href")
  await visit(page, product ?? "")
  await visit(page, category ?? "")
})

test("forms that were refused", async ({ page }) => {
  await page.goto("/sign-up")
  await page.getByRole("button", { name: "Create account" }).click()
  await expect(page.getByText("Fill this in.")).toBeVisible()
  await expectNoViolations(page)
  await page.goto("/sign-in")
  await page.getByLabel("E-mail").fill("nobody@example.in")
  await page.getByLabel("Password", { exact: true }).fill("not the password")
  await page.getByRole("button", { name: "Sign in" }).click()
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible()
  await expectNoViolations(page)
})

test("keys with each of their dialogs", async ({ browser }) => {
  const page = await asRole(browser, "developer", "/keys")
  const dialog = page.getByRole("dialog")
  await page.getByText(/^Revoked and expired keys/).click()
  await expectNoViolations(page)
  await page.getByRole("button", { name: /^Roll / }).first().click()
  await expectNoViolations(page)
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: /^Revoke / }).first().click()
  await expect(dialog.getByText(/last 24 hours/)).toBeVisible()
  await expectNoViolations(page)
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Create key" }).click()
  await dialog.getByText("Addresses and rate limit").click()
  await dialog.getByRole("button", { name: "Create key" }).click()
  await expectNoViolations(page)
  await dialog.getByLabel("Name").fill("Accessible")
  await dialog.getByRole("button", { name: "Create key" }).click()
  await expect(dialog.getByLabel("API key")).toBeVisible()
  await expectNoViolations(page)
  await dialog.getByRole("button", { name: "Done" }).click()
  await expectNoViolations(page)
  await page.close()
})

test("the store with the form that ships", async ({ browser }) => {
  const page = await asRole(browser, "seller", "/store")
  await expectNoViolations(page)
  await page.goto("/store?status=confirmed")
  await page.getByRole("button", { name: /^Ship HT-/ }).first().click()
  await page.getByText("The same action by the API").click()
  await page.getByRole("button", { name: "Mark as shipped" }).click()
  await expectNoViolations(page)
  await page.close()
})

test("the store's other steps, the sandbox and the staff's orders, with their dialogs", async ({ browser, baseURL }) => {
  test.slow()
  const page = await asRole(browser, "seller", "/store?status=confirmed")
  const dialog = page.getByRole("dialog")
  await page.getByRole("button", { name: /^Refund HT-/ }).first().click()
  await dialog.getByLabel("A part of it").check()
  await dialog.getByRole("button", { name: "Give the money back" }).click()
  await expectNoViolations(page)
  await page.keyboard.press("Escape")
  const number = (await page.locator("[data-order]").first().getAttribute("data-order")) ?? ""
  await page.getByRole("button", { name: /^Cancel HT-/ }).first().click()
  await expectNoViolations(page)
  await page.goto("/store/sandbox")
  await page.getByRole("button", { name: "Place test order" }).click()
  await page.getByText("order.created", { exact: true }).first().click()
  await expectNoViolations(page)
  for (const locale of ["hi", "mai"]) {
    await page.context().addCookies([{ name: "haat-locale", value: locale, url: baseURL ?? "" }])
    for (const path of ["/store?status=pending", "/store/sandbox"]) await visit(page, path)
  }
  await page.close()
  const staff = await asRole(browser, "staff", "/staff/orders")
  await expectNoViolations(staff)
  for (const locale of ["en", "hi", "mai"]) {
    await staff.context().addCookies([{ name: "haat-locale", value: locale, url: baseURL ?? "" }])
    await visit(staff, `/staff/orders?number=${number}`)
  }
  await staff.close()
})

test("orders, sessions, and the store of somebody who has none", async ({ browser }) => {
  const page = await asRole(browser, "customer", "/orders")
  await expectNoViolations(page)
  await page.getByRole("main").getByRole("link", { name: /^HT-/ }).first().click()
  await page.waitForURL(/\/orders\/HT-/)
  await expect(page.getByRole("heading", { name: "Delivery address" })).toBeVisible()
  await expectNoViolations(page)
  for (const path of ["/store", "/settings/sessions", "/orders?status=pending"]) await visit(page, path)
  await page.close()
})

test("Hindi and Maithili", async ({ page, context, baseURL }) => {
  for (const locale of ["hi", "mai"]) {
    await context.addCookies([{ name: "haat-locale", value: locale, url: baseURL ?? "" }])
    for (const path of ["/", "/sign-in", "/sign-up", "/docs/errors", "/products"]) {
      await visit(page, path)
      await expect(page.locator("html")).toHaveAttribute("lang", locale)
    }
  }
})
