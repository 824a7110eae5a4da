import { expect, type Page, test } from "@playwright/test"
import { account, signIn } from "./marketplace"

// Retakes the README's pictures: PICTURES=1 npx playwright test

const take = async (page: Page, name: string): Promise<void> => {
  await page.waitForLoadState("networkidle")
  await page.evaluate(showDefaultAddress)
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    await page.screenshot({ path: `docs/pictures/${name}-${colorScheme}.png`, animations: "disabled", caret: "hide" })
  }
}

/** The test server's port is any; a reader's is the default one. */
const showDefaultAddress = (): void => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode
    text.nodeValue = text.nodeValue?.replaceAll(location.origin, "http://localhost:3000") ?? null
  }
}

test.use({ viewport: { width: 1280, height: 800 } })

test("landing", async ({ page }) => {
  await page.goto("/")
  await take(page, "landing")
})

test("keys", async ({ page }) => {
  await signIn(page, account("developer"))
  await expect(page.getByRole("heading", { name: "API keys" })).toBeVisible()
  await take(page, "keys")
})

test("store", async ({ page }) => {
  await signIn(page, account("seller"), "/store?status=confirmed")
  await page
    .getByRole("button", { name: /^Ship HT-/ })
    .first()
    .click()
  await page.getByLabel("Courier").fill("Pavan Express")
  await page.getByLabel("AWB number").fill("PX-4402917")
  await take(page, "store")
})

test("overview", async ({ page }) => {
  await signIn(page, account("developer"), "/overview?range=30d")
  await expect(page.locator(".recharts-bar-rectangle").first()).toBeAttached()
  await take(page, "overview")
})

test("requests", async ({ page }) => {
  await signIn(page, account("developer"), "/requests")
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await take(page, "requests")
})
