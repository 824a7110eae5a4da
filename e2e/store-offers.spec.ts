import { expect, type Page, test } from "./test"
import { account, callApi, signIn } from "./marketplace"

interface Offer {
  sku: string
  price: number
  mrp: number
  stock: number
  version: number
}

async function offerOf(sku: string, key: string): Promise<Offer> {
  const { body } = await callApi(`/v1/seller/products?sku=${encodeURIComponent(sku)}`, key)
  const [product] = body.data as { offers: Offer[] }[]
  const offer = product?.offers.find((each) => each.sku === sku)
  if (!offer) throw new Error(`the store has no ${sku}`)
  return offer
}

/** Opens an offer of the list. @returns its SKU and the details */
async function openOffer(page: Page, index: number) {
  const row = page.locator("[data-offer]").nth(index)
  const sku = (await row.getAttribute("data-offer")) ?? ""
  await row.getByRole("link").click()
  const details = page.getByRole("complementary").filter({ hasText: sku })
  await expect(details).toBeVisible()
  return { sku, details }
}

test("a seller changes price and stock, which the API shows; what an order took meanwhile is not overwritten", async ({
  page,
}) => {
  const { live_key: key } = account("seller")
  await signIn(page, account("seller"), "/store/offers?status=active&sort=-stock&mode=live")
  const { sku, details } = await openOffer(page, 0)
  const before = await offerOf(sku, key)
  const save = details.getByRole("button", { name: "Save" })
  await details.getByLabel("Price", { exact: true }).fill(String(before.mrp / 100 + 1))
  await save.click()
  await expect(details.getByLabel("Price", { exact: true })).toHaveAccessibleDescription(/not above the MRP/)
  await details.getByLabel("Price", { exact: true }).fill("1.50")
  await details.getByLabel("Stock", { exact: true }).fill(String(before.stock - 2))
  await save.click()
  await expect(details.getByRole("status").filter({ hasText: "Saved." })).toBeVisible()
  expect(await offerOf(sku, key)).toEqual({
    ...before,
    price: 150,
    stock: before.stock - 2,
    version: before.version + 1,
  })
  await expect(page.locator(`[data-offer="${sku}"]`)).toContainText("₹1.50")

  // Another client takes one while a new price is being typed.
  await details.getByLabel("Price", { exact: true }).fill("2")
  await callApi("/v1/seller/offers", key, { method: "PATCH", json: { offers: [{ sku, stock: before.stock - 3 }] } })
  await save.click()
  await expect(details.getByRole("alert")).toContainText("version_conflict")
  await expect(details.getByLabel("Price", { exact: true })).toHaveValue("2")
  await expect(details.getByLabel("Stock", { exact: true })).toHaveValue(String(before.stock - 3))
  await save.click()
  await expect(details.getByRole("status").filter({ hasText: "Saved." })).toBeVisible()
  expect(await offerOf(sku, key)).toMatchObject({ price: 200, stock: before.stock - 3, version: before.version + 3 })
  const { price, stock } = before
  await callApi("/v1/seller/offers", key, { method: "PATCH", json: { offers: [{ sku, price, stock }] } })
})

test("without scripts a seller finds offers that are low on stock, and changes one in the sandbox", async ({
  page: own,
  browser,
}) => {
  await signIn(own, account("seller"), "/store/offers?mode=sandbox")
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.HAAT_TEST_URL ?? "" })
  await context.addCookies(await own.context().cookies())
  const page = await context.newPage()
  await page.goto("/store/offers?sort=stock")
  const { sku, details } = await openOffer(page, 0)
  await details.getByLabel("Stock", { exact: true }).fill("many")
  await details.getByRole("button", { name: "Save" }).click()
  await expect(details.getByLabel("Stock", { exact: true })).toHaveAccessibleDescription(/whole number/)
  await expect(details.getByLabel("Stock", { exact: true })).toHaveValue("many")
  await details.getByLabel("Stock", { exact: true }).fill("3")
  await details.getByRole("button", { name: "Save" }).click()
  await expect(details.getByRole("status")).toContainText("Saved.")
  // To reload would send the form again.
  await page.goto(page.url())
  await expect(details.getByLabel("Stock", { exact: true })).toHaveValue("3")
  await page.getByRole("link", { name: /low on stock$/ }).click()
  await expect(page).toHaveURL("/store/offers?stock=low")
  await expect(page.locator(`[data-offer="${sku}"]`)).toContainText("Low")
  await context.close()
})
