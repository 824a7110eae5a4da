import { expect, type Locator, test } from "./test"
import { account, callApi, rowDetails, signIn } from "./marketplace"

function paise(text: string): number {
  return Math.round(Number(text.replace(/[^\d.-]/g, "").replace(/^\./, "")) * 100)
}

const HIGHEST_GST_SHARE = 28 / 128

/** The amount beside a label in a list of totals; 0 if the row is missing. */
async function amountOf(totals: Locator, name: string): Promise<number> {
  const row = totals.locator("div").filter({ has: totals.page().getByText(name, { exact: true }) })
  return (await row.count()) === 0 ? 0 : paise((await row.locator("dd").textContent()) ?? "")
}

/**
 * Every line must be quantity × unit price, and all of them with shipping and discount the total, which includes the
 * tax.
 */
async function expectSums(order: Locator): Promise<{ quantities: number[]; tax: number }> {
  const line = order.getByText(/^[\d,]+ × ₹[\d,.]+$/)
  await expect(line.first()).toBeVisible()
  let sum = 0
  const quantities: number[] = []
  for (const each of await line.all()) {
    const [quantity = "", unit = ""] = ((await each.textContent()) ?? "").split(" × ")
    const total = paise((await each.locator("xpath=following-sibling::*").textContent()) ?? "")
    expect(total).toBe(Number(quantity) * paise(unit))
    quantities.push(Number(quantity))
    sum += total
  }
  const totals = order.locator("dl").filter({ hasText: "Subtotal" }).first()
  const [subtotal, shipping, discount, total, tax = 0] = await Promise.all(
    ["Subtotal", "Shipping", "Discount", "Total", "Tax (GST), included"].map((name) => amountOf(totals, name)),
  )
  expect(subtotal).toBe(sum)
  expect(total).toBe((subtotal ?? 0) + (shipping ?? 0) + (discount ?? 0))
  await expect(totals.getByText("Tax (GST), included", { exact: true })).toBeVisible()
  expect(tax).toBeLessThanOrEqual(Math.ceil(sum * HIGHEST_GST_SHARE))
  return { quantities, tax }
}

test("order lines and totals add up on the store's, the buyer's and the staff's page", async ({ page, browser }) => {
  await signIn(page, account("seller"), "/store")
  const rows = page.locator("[data-order]")
  await expect(rows.first()).toBeVisible()
  const orders = await rows.evaluateAll((found) => found.map((row) => row.getAttribute("data-order") ?? ""))
  const sold: Awaited<ReturnType<typeof expectSums>>[] = []
  const mostOfALine = (): number => Math.max(...sold.flatMap(({ quantities }) => quantities))
  const highestTax = (): number => Math.max(...sold.map(({ tax }) => tax))
  // Most lines are of one piece, and some stores sell little that is taxed.
  for (const order of orders) {
    if (sold.length >= 12 && mostOfALine() > 1 && highestTax() > 0) break
    await page.goto(`/store?order=${order}`)
    sold.push(await expectSums(rowDetails(page, order)))
  }
  expect(mostOfALine(), "a line of more than one").toBeGreaterThan(1)
  expect(highestTax(), "an order of taxed goods: books and seeds carry none").toBeGreaterThan(0)
  const [number = ""] = orders

  const buyer = await browser.newPage()
  await signIn(buyer, account("customer"), "/orders")
  const links = buyer.getByRole("main").locator('a[href^="/orders/HT-"]')
  const bought = await links.evaluateAll((found) => [...new Set(found.map((link) => link.getAttribute("href") ?? ""))])
  expect(bought.length).toBeGreaterThan(0)
  const rowTexts = await Promise.all(
    bought.map((order) =>
      buyer
        .getByRole("row")
        .filter({ has: buyer.locator(`a[href="${order}"]`) })
        .innerText(),
    ),
  )
  for (const [index, order] of bought.slice(0, 5).entries()) {
    await buyer.goto(order)
    await expectSums(buyer.locator("main"))
    const products = await buyer.locator('main a[href^="/products/"]').allInnerTexts()
    expect(
      products.some((name) => rowTexts[index]?.includes(name)),
      "the list says what was bought",
    ).toBe(true)
  }

  const staff = await browser.newPage()
  await signIn(staff, account("staff"), `/staff/orders?number=${number}`)
  await expectSums(staff.getByRole("region", { name: number, exact: true }))
})

interface BoughtOrder {
  number: string
  refunded_total: number
  parts: { number: string; refunded_total: number }[]
}

test("a buyer sees what was refunded of each part of an order, as the API returns it", async ({ page }) => {
  const { live_key: key } = account("customer")
  const { data } = (await callApi("/v1/orders?per_page=100", key)).body as { data: BoughtOrder[] }
  const refunded = data.filter(({ refunded_total: amount }) => amount > 0)
  expect(refunded.length).toBeGreaterThan(0)
  await signIn(page, account("customer"), "/orders")
  for (const { number, refunded_total: total } of refunded.slice(0, 5)) {
    const { parts } = (await callApi(`/v1/orders/${number}`, key)).body.data as BoughtOrder
    expect(parts.reduce((sum, part) => sum + part.refunded_total, 0)).toBe(total)
    await page.goto(`/orders/${number}`)
    for (const part of parts)
      expect(await amountOf(page.getByRole("region", { name: part.number, exact: true }), "Refunded")).toBe(
        part.refunded_total,
      )
  }
})
