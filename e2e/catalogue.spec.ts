import { expect, type Page, test } from "./test"
import en from "../src/i18n/messages/en.json" with { type: "json" }
import hi from "../src/i18n/messages/hi.json" with { type: "json" }
import { setLocale } from "./marketplace"

const facets = en.Facets

async function countOf(page: Page): Promise<number> {
  const lead = await page
    .getByRole("main")
    .getByText(/^[\d,]+ products?$/)
    .first()
    .textContent()
  return Number((lead ?? "").replace(/\D/g, ""))
}

/** Follows the first link of a facet, and returns its name and the number of products that it promises. */
async function chooseFirst(page: Page, facet: string): Promise<{ name: string; count: number }> {
  const group = page.locator("section").filter({ has: page.getByRole("heading", { name: facet, exact: true }) })
  const link = group.getByRole("link").filter({ visible: true }).first()
  await expect(link).toBeVisible()
  const [name = "", count = ""] = await link.locator("span").allTextContents()
  await link.click()
  return { name, count: Number(count.replaceAll(",", "")) }
}

function removeLink(page: Page, name: string) {
  return page
    .getByRole("navigation", { name: facets.active })
    .getByRole("link", { name: `${facets.remove} ${name}`, exact: true })
}

test("facets narrow the list as far as they say, and each filter can be removed", async ({ page }) => {
  await page.goto("/products?q=rice")
  const all = await countOf(page)
  const brand = await chooseFirst(page, facets.brand)
  await expect(removeLink(page, brand.name)).toBeVisible()
  await expect(page).toHaveURL(/[?&]brand=/)
  await expect.poll(() => countOf(page)).toBe(brand.count)
  expect(brand.count).toBeLessThan(all)
  const price = await chooseFirst(page, facets.price)
  await expect(removeLink(page, price.name)).toBeVisible()
  await expect(page).toHaveURL(/q=rice.*brand=.*_price=/)
  await expect.poll(() => countOf(page)).toBe(price.count)
  await removeLink(page, brand.name).click()
  await expect(page).not.toHaveURL(/brand=/)
  await removeLink(page, price.name).click()
  await expect(page).toHaveURL("/products?q=rice")
  await expect.poll(() => countOf(page)).toBe(all)
})

test("without scripts, on a narrow screen, facets are links and the search is a form", async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: process.env.HAAT_TEST_URL ?? "",
    javaScriptEnabled: false,
    viewport: { width: 390, height: 800 },
  })
  const page = await context.newPage()
  await page.goto("/products")
  await expect(page.getByRole("combobox")).toHaveCount(0)
  await page.getByRole("searchbox", { name: en.ProductSearch.search }).fill("rice")
  await page.getByRole("button", { name: en.ProductSearch.submit }).click()
  await expect(page).toHaveURL("/products?q=rice")
  await page.getByText(facets.title, { exact: true }).filter({ visible: true }).click()
  const stock = await chooseFirst(page, facets.availability)
  await expect(page).toHaveURL("/products?q=rice&in_stock=true")
  await expect(removeLink(page, facets.in_stock)).toBeVisible()
  await expect.poll(() => countOf(page)).toBe(stock.count)
  await context.close()
})

test("on a phone a product's name, price and availability are on its first screen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/products?q=rice")
  await page.getByRole("main").locator('a[href^="/products/"]').first().click()
  await page.waitForURL(/\/products\/./)
  const main = page.getByRole("main")
  for (const shown of [
    main.getByRole("img").first(),
    main.getByRole("heading", { level: 1 }),
    main.getByText(/^₹/).first(),
    main.getByText(/^(?:In stock|Out of stock)$/).first(),
  ])
    await expect(shown).toBeInViewport({ ratio: 1 })
})

test("suggestions are chosen with the keyboard or the mouse", async ({ page }) => {
  await page.goto("/products")
  const box = page.getByRole("combobox", { name: en.ProductSearch.search })
  const options = page.getByRole("listbox", { name: en.ProductSearch.suggestions }).getByRole("option")
  // Filled at once: suggestions for its beginning would move the selection back.
  await box.fill("hal")
  await expect(options.first()).toBeVisible()
  await expect(box).toHaveAttribute("aria-expanded", "true")
  await box.press("ArrowUp")
  await box.press("ArrowUp")
  await box.press("ArrowDown")
  const last = options.last()
  await expect(last).toHaveAttribute("aria-selected", "true")
  await expect(box).toHaveAttribute("aria-activedescendant", (await last.getAttribute("id")) ?? "")
  await box.press("Escape")
  await expect(options.first()).toBeHidden()
  await expect(box).toHaveValue("hal")
  await box.press("ArrowDown")
  const selected = (await options.first().locator("span").first().textContent()) ?? ""
  await box.press("Enter")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(selected)

  await page.goto("/products")
  await box.fill("rice")
  await expect(options.first()).toContainText(/rice/i)
  await box.press("Enter")
  await expect(page).toHaveURL("/products?q=rice")

  await setLocale(page, "hi")
  await page.goto("/products")
  const hindi = page.getByRole("combobox", { name: hi.ProductSearch.search })
  await hindi.fill("हल्दी")
  const turmeric = page.getByRole("option").filter({ hasText: hi.ProductSearch.product }).first()
  const name = (await turmeric.locator("span").first().textContent()) ?? ""
  await turmeric.click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name)
})
