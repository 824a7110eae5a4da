import { expect, test } from "./test"
import { setLocale } from "./marketplace"

test.describe.configure({ mode: "parallel" })

for (const [locale, group, category, word] of [
  ["hi", "दाल और दलहन", "अरहर दाल", "अरहर"],
  ["mai", "दालि आ दलहन", "राहड़िक दालि", "राहड़ि"],
] as const) {
  test(`the catalogue is in the reader's language: ${locale}`, async ({ page }) => {
    await setLocale(page, locale)
    await page.goto("/products")
    const main = page.getByRole("main")
    await expect(main.getByRole("link", { name: /^किराना/ }).first()).toBeVisible()
    await page.goto("/categories/grocery")
    await expect(main.getByRole("heading", { level: 1 })).toHaveText("किराना")
    await main.getByRole("link", { name: group, exact: true }).click()
    await main.getByRole("link", { name: category, exact: true }).click()
    await expect(main.getByRole("heading", { level: 1 })).toHaveText(category)
    const named = main.getByRole("heading", { level: 2 }).filter({ hasText: word })
    await expect(named.first()).toBeVisible()

    await page.goto("/products")
    const box = main.getByRole("combobox")
    await box.fill(word)
    await expect(main.getByRole("option").filter({ hasText: category }).first()).toBeVisible()
    await box.press("Enter")
    await expect(page).toHaveURL(/[?]q=/)
    const product = named.first().getByRole("link")
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
    await expect(names.locator("[lang=en]").filter({ hasText: "Jalapeño Makhana" }).first()).toBeVisible()
  })
}

test("an English reader sees the default names, unmarked", async ({ page }) => {
  await page.goto("/categories/toor-dal")
  const main = page.getByRole("main")
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Toor Dal")
  await expect(main.getByRole("heading").locator("[lang]")).toHaveCount(0)
})
