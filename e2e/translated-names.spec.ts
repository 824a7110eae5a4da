import { expect, test } from "@playwright/test"
import { setLocale } from "./marketplace"

test.describe.configure({ mode: "parallel" })

for (const [locale, category, search, found] of [
  ["hi", "अरहर दाल", "अरहर दाल", /अरहर/],
  ["mai", "राहड़िक दालि", "राहड़िक दालि", /राहड़ि/],
] as const) {
  test(`the catalogue is named in the reader's language: ${locale}`, async ({ page }) => {
    await setLocale(page, locale)
    await page.goto("/products")
    const main = page.getByRole("main")
    await main.getByRole("link", { name: "किराना", exact: true }).click()
    await expect(page).toHaveURL("/categories/grocery")
    await expect(main.getByRole("heading", { level: 1 })).toHaveText("किराना")
    await main.getByRole("link", { name: locale === "hi" ? "दाल और दलहन" : "दालि आ दलहन" }).click()
    await main.getByRole("link", { name: category, exact: true }).click()
    await expect(main.getByRole("heading", { level: 1 })).toHaveText(category)
    await expect(main.getByRole("heading", { level: 2 }).filter({ hasText: found }).first()).toBeVisible()

    await page.goto("/products")
    await main.getByRole("searchbox").fill(search)
    await main.getByRole("searchbox").press("Enter")
    await expect(page).toHaveURL(/\?q=/)
    const product = main.getByRole("heading", { level: 2 }).filter({ hasText: found }).first().getByRole("link")
    const name = await product.innerText()
    await product.click()
    await expect(main.getByRole("heading", { level: 1 })).toHaveText(name)
    await expect(main.getByRole("heading", { level: 1 }).locator("[lang]")).toHaveCount(0)
    await expect(main.getByRole("link", { name: category, exact: true })).toBeVisible()
  })

  test(`a name without a translation is marked as English: ${locale}`, async ({ page }) => {
    await setLocale(page, locale)
    await page.goto("/products?q=jalapeno+makhana")
    const names = page.getByRole("main").getByRole("heading", { level: 2 })
    await expect(names.filter({ hasText: "Jalapeño Makhana" }).locator("[lang=en]").first()).toHaveText(/Jalapeño/)
  })
}

test("an English reader sees the default names, unmarked", async ({ page }) => {
  await page.goto("/categories/toor-dal")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Toor Dal")
  await expect(page.getByRole("main").locator("[lang]")).toHaveCount(0)
})
