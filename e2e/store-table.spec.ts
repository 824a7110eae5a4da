import { expect, type Locator, type Page, test } from "./test"
import en from "../src/i18n/messages/en.json" with { type: "json" }
import { account, callApi, openOrder, rowDetails, signIn } from "./marketplace"
import { expectDenseRows } from "./page-checks"

function rows(page: Page) {
  return page.locator("tbody tr")
}
function numbersOf(page: Page): Promise<string[]> {
  return rows(page).evaluateAll((found) => found.map((row) => row.getAttribute("data-order") ?? ""))
}

interface SellerOrder {
  number: string
  status: string
  payment_status: string
}

test("without scripts the store's table sorts, filters, searches, chooses columns and opens an order", async ({
  page: own,
  browser,
}) => {
  const seller = account("seller")
  await signIn(own, seller, "/store?mode=live")
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.HAAT_TEST_URL ?? "" })
  await context.addCookies(await own.context().cookies())
  const page = await context.newPage()
  await page.goto("/store")
  const header = page.getByRole("columnheader", { name: "Placed" })
  await expect(header).not.toHaveAttribute("aria-sort")
  await header.getByRole("link").click()
  await expect(page).toHaveURL("/store?sort=-placed_at")
  await expect(header).toHaveAttribute("aria-sort", "descending")
  const latest = (await callApi("/v1/seller/orders?sort=-placed_at&per_page=25", seller.live_key)).body
    .data as SellerOrder[]
  await expect.poll(() => numbersOf(page)).toEqual(latest.map(({ number }) => number))
  await header.getByRole("link").click()
  await expect(header).toHaveAttribute("aria-sort", "ascending")

  await page.getByText("Status", { exact: true }).first().click()
  await page.getByRole("link", { name: /^Shipped/ }).click()
  await expect(page).toHaveURL(
    (url) => url.searchParams.get("status") === "shipped" && url.searchParams.get("sort") === "placed_at",
  )
  await expect
    .poll(async () => new Set(await rows(page).locator("td:nth-child(3)").allInnerTexts()))
    .toEqual(new Set(["Shipped"]))
  await page.locator("summary", { hasText: "Columns" }).click()
  await page.getByRole("checkbox", { name: "Items" }).uncheck()
  await page.getByRole("button", { name: "Apply" }).click()
  await expect(page.getByRole("columnheader", { name: "Items" })).toHaveCount(0)
  await expect(page.getByRole("columnheader", { name: "Total" })).toBeVisible()
  await page.getByRole("link", { name: "Remove filter Status: Shipped" }).click()
  await expect(page).toHaveURL(/\/store\?sort=placed_at&columns=/)

  const [{ number } = { number: "" }, { number: before } = { number: "" }] = latest
  await page.goto(`/store?sort=-placed_at&order=${number}`)
  await rowDetails(page, number).getByRole("link", { name: "Next row" }).click()
  await expect(page).toHaveURL(`/store?sort=-placed_at&order=${before}`)
  await expect(rowDetails(page, before).getByRole("link", { name: "Previous row" })).toBeVisible()
  await page.getByRole("searchbox").fill(number.toLowerCase())
  await page.getByRole("searchbox").press("Enter")
  await expect(rows(page)).toHaveCount(1)
  await rows(page).getByRole("link", { name: number }).click()
  await expect(rowDetails(page, number)).toContainText("Subtotal")
  await context.close()
})

test("a header shows the order that a filtered list is in by itself, and the title what waits for the store", async ({
  page,
}) => {
  const seller = account("seller")
  await signIn(page, seller, "/store?status=confirmed&mode=live")
  const [shipBy, placed] = [
    page.getByRole("columnheader", { name: "Ship by" }),
    page.getByRole("columnheader", { name: "Placed" }),
  ]
  await expect(shipBy).toHaveAttribute("aria-sort", "ascending")
  await shipBy.getByRole("link").click()
  await expect(shipBy).toHaveAttribute("aria-sort", "descending")
  await page.goto("/store?status=delivered")
  await expect(placed).toHaveAttribute("aria-sort", "descending")
  await page.goto("/store")
  await expect(shipBy).toHaveAttribute("aria-sort", "ascending")
  await page.goto("/store?status=pending")
  await expect(rows(page).first()).toBeVisible()
  const confirmable = await rows(page)
    .getByRole("button", { name: /^Confirm/ })
    .count()
  expect(confirmable).toBeGreaterThan(0)
  await page.getByRole("link", { name: `${confirmable} to confirm` }).click()
  await expect(page).toHaveURL("/store?next=confirm")
  await expect(rows(page).getByRole("button", { name: /^Confirm/ })).toHaveCount(confirmable)
  await expect(rows(page)).toHaveCount(confirmable)
  await rows(page).getByRole("checkbox").first().check()
  await expect(page.getByRole("button", { name: "Confirm 1 order" })).toBeVisible()
  await page.getByRole("link", { name: "Remove filter To confirm" }).click()
  await page.getByRole("link", { name: /^\d+ to ship$/ }).click()
  await expect(page).toHaveURL("/store?next=ship")
  await expect(rows(page).getByText(/^(Confirmed|Packed)$/)).toHaveCount(25)
})

test("the CSV file has the rows of all pages, in their order", async ({ page }) => {
  await signIn(page, account("seller"), "/store?status=delivered&sort=-ship_by&mode=live")
  const [shown, total] = [
    await numbersOf(page),
    Number(/of ([\d,]+)/.exec((await page.getByText(/^1–25 of/).textContent()) ?? "")?.[1]?.replaceAll(",", "")),
  ]
  const href = (await page.getByRole("link", { name: "Export CSV" }).getAttribute("href")) ?? ""
  const lines = (await (await page.request.get(href)).text()).replace("\uFEFF", "").trimEnd().split("\r\n")
  expect(lines[0]).toBe("number,status,ship_by,placed_at,customer,city,items,total")
  expect(lines.length - 1).toBe(total)
  expect(lines.slice(1, 26).map((line) => line.split(",")[0])).toEqual(shown)
})

test("18 rows of 36 pixels fit on a screen, 25 orders on two, and on a phone a row has three lines", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, account("seller"), "/store?mode=live")
  await expect(rows(page)).toHaveCount(25)
  await expectDenseRows(rows(page))
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2 * 900)
  await page.goto("/store?mode=sandbox")
  await expect(page.locator("[data-sandbox-bar]")).toBeVisible()
  await expectDenseRows(rows(page))
  // The head and the navigation stay in sight below the bar, and what has the focus is not below them.
  const bottomOf = async (part: Locator): Promise<number> => {
    const box = await part.boundingBox()
    return box ? box.y + box.height : NaN
  }
  const [bar, head] = [page.locator("[data-sandbox-bar]"), page.locator("thead")]
  await page.evaluate(() => window.scrollTo(0, 300))
  for (const part of [head, page.getByRole("navigation", { name: "Main" })])
    await expect.poll(async () => (await part.boundingBox())?.y).toBe(await bottomOf(bar))
  const link = rows(page).nth(3).getByRole("link")
  await link.focus()
  await expect.poll(async () => ((await link.boundingBox())?.y ?? 0) - (await bottomOf(head))).toBeGreaterThanOrEqual(0)
  await page.goto("/store?mode=live")
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expect.poll(async () => (await rows(page).first().boundingBox())?.y).toBeLessThan(320)
  await expect(rows(page).first().locator("td:visible")).toHaveCount(3)
  await expect(rows(page).first()).toContainText(/Ship by \d+ \w+, \d\d:\d\d\w/)
  // All of the first cell selects the row, as large as a finger needs.
  const cell = rows(page).first().getByRole("cell").first()
  expect((await cell.boundingBox())?.width).toBeGreaterThanOrEqual(44)
  await cell.click({ position: { x: 3, y: 6 } })
  await expect(cell.getByRole("checkbox")).toBeChecked()
  await page.setViewportSize({ width: 820, height: 900 })
  await expect(page.getByRole("columnheader", { name: "Customer" })).toBeVisible()
})

test("on a phone a filter's button stays where it is when its menu opens below it", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, account("seller"), "/store?status=delivered")
  const buttons = page.getByRole("main").locator("summary").filter({ visible: true })
  await expect(buttons).toHaveText([/^Status: Delivered/, "Placed"])
  for (const button of await buttons.all()) {
    const before = await button.boundingBox()
    await button.click()
    const panel = button.locator("xpath=following-sibling::*")
    await expect(panel).toBeInViewport({ ratio: 1 })
    expect(await button.boundingBox()).toEqual(before)
    expect((await panel.boundingBox())?.y).toBeGreaterThanOrEqual((before?.y ?? 0) + (before?.height ?? 0))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.keyboard.press("Escape")
    await expect(panel).toBeHidden()
  }
})

test("a paid order past its time is late in the list, the filter and its details", async ({ page }) => {
  await signIn(page, account("developer"), "/store?mode=sandbox&late=1")
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(["Pending"])
  await expect(rows(page).getByText("Late", { exact: true })).toBeVisible()
  const [number = ""] = await numbersOf(page)
  await page.goto("/store?columns=ship_by,payment&status=pending")
  const late = rows(page).and(page.locator(`[data-order="${number}"]`))
  await expect(late.getByText("Late", { exact: true })).toBeVisible()
  const details = await openOrder(page, late)
  await expect(details).toContainText("Ship by")
  await expect(details).toContainText("Late")
  await page.goto("/store?columns=ship_by,payment&status=pending")
  const unpaid = rows(page).filter({ hasText: "Failed" }).first()
  await expect(unpaid.getByRole("cell", { name: "–", exact: true })).toBeVisible()
  await expect(await openOrder(page, unpaid)).not.toContainText("Ship by")
})

test("a pending order that waits for its payment says so in its row", async ({ page }) => {
  await signIn(page, account("developer"), "/store?mode=sandbox&status=pending&columns=ship_by")
  const unpaid = rows(page).filter({ hasText: "Payment failed" }).first()
  await expect(unpaid.getByText("Payment failed").filter({ visible: true })).toHaveCount(1)
  await expect.poll(async () => (await unpaid.boundingBox())?.height).toBe(36)
  const confirmable = rows(page).filter({ has: page.getByRole("button", { name: /^Confirm/ }) })
  await expect(confirmable.first()).not.toContainText("Payment")
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(unpaid.getByText("Payment failed").filter({ visible: true })).toHaveCount(1)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test("an order's details name cash on delivery beside the payment's status", async ({ page }) => {
  const seller = account("seller")
  const shipped = (await callApi("/v1/seller/orders?status=shipped&per_page=100", seller.live_key)).body
    .data as SellerOrder[]
  await signIn(page, seller, "/store?mode=live")
  // Only with cash on delivery is an order shipped before it is paid, and its cash is taken at the door.
  for (const [payment, words] of [
    ["pending", "Payment pending · Cash on delivery"],
    ["paid", "Paid"],
  ] as const) {
    const number = shipped.find(({ payment_status: status }) => status === payment)?.number ?? ""
    await page.goto(`/store?order=${number}`)
    await expect(rowDetails(page, number).getByRole("definition").nth(1)).toHaveText(words)
  }
})

test("on a phone the actions on selected orders are in sight, below the last row at the end", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, account("seller"), "/store?status=confirmed&mode=live")
  await rows(page).first().getByRole("checkbox").check()
  const action = page.getByRole("button", { name: "Ship 1 order" })
  await expect(action).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect
    .poll(async () => {
      const [row, bar] = await Promise.all([rows(page).last().boundingBox(), action.boundingBox()])
      return row && bar && row.y + row.height <= bar.y
    })
    .toBe(true)
})

test("on a phone an order opens at its beginning, and closing it leads back to its row", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, account("seller"), "/store?status=delivered&mode=live")
  await expect(rows(page)).toHaveCount(25)
  const row = rows(page).nth(20)
  const place = await row.evaluate((element) => {
    element.scrollIntoView({ block: "center" })
    return window.scrollY
  })
  const details = await openOrder(page, row)
  await expect(details.getByRole("heading", { level: 2 })).toBeInViewport({ ratio: 1 })
  await details.getByRole("link", { name: "Close details" }).click()
  await expect(row).toBeInViewport({ ratio: 1 })
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place)
  await openOrder(page, row)
  await page.goBack()
  await expect(row).toBeInViewport({ ratio: 1 })
})

test("an empty list shows a request for the same list, or none if the API has no such list", async ({ page }) => {
  await signIn(page, account("developer"), "/store?mode=sandbox&status=delivered&placed=24h")
  await expect(page.getByText("The same list with the API:")).toBeVisible()
  await expect(page.locator("pre")).toContainText(/orders\?status=delivered&placed_after=20/)
  await page.goto("/store?status=packed&page=99")
  await expect(page).toHaveURL("/store?status=packed")
  for (const filter of ["late=1&status=packed", "q=nothing-like-this"]) {
    await page.goto(`/store?${filter}`)
    await expect(page.getByText("No orders match.")).toBeVisible()
    await expect(page.getByText("The same list with the API:")).toHaveCount(0)
  }
})

test("several orders are shipped together by keyboard, and the details follow the row", async ({ page }) => {
  const seller = account("seller")
  await signIn(page, seller, "/store?status=confirmed&sort=-ship_by&mode=live")
  const [first = "", second = "", third = ""] = await numbersOf(page)
  await page.getByRole("checkbox", { name: `Select ${first}` }).focus()
  await page.keyboard.press("Space")
  await page.keyboard.press("ArrowDown")
  await expect(page.getByRole("checkbox", { name: `Select ${second}` })).toBeFocused()
  await page.keyboard.press("Space")
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Space")
  await expect(page.getByText("3 selected")).toBeVisible()
  await page.getByRole("button", { name: "Ship 3 orders" }).click()
  const dialog = page.getByRole("dialog")
  // Another person ships one of them while the form is open.
  await callApi(`/v1/seller/orders/${third}/ship`, seller.live_key, {
    method: "PATCH",
    json: { courier_name: "Pavan Express", awb: "PX-TABLE-3" },
  })
  await dialog.getByRole("button", { name: "Mark 3 orders as shipped" }).click()
  await expect(dialog.getByLabel("Courier")).toBeFocused()
  await dialog.getByLabel("Courier").fill("Pavan Express")
  await dialog.getByLabel(first).evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData("text", "PX-TABLE-1\nPX-TABLE-2\nPX-TABLE-9\n")
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(dialog.getByLabel(second)).toHaveValue("PX-TABLE-2")
  await dialog.getByRole("button", { name: "Mark 3 orders as shipped" }).click()
  await expect(dialog).toHaveCount(0)
  const outcome = page.getByRole("status").filter({ hasText: "2 orders are shipped" })
  await expect(outcome).toContainText(`${third}: Someone shipped or cancelled it a moment ago.`)
  await expect(page.locator(`[data-order="${first}"]`)).toHaveCount(0)
  await outcome.getByRole("button", { name: "Close" }).click()
  await expect(outcome).toHaveCount(0)

  await page.goto(`/store?q=PX-TABLE-1`)
  const details = await openOrder(page, rows(page).first())
  await expect(details).toContainText("PX-TABLE-1")
  await expect(details.getByRole("heading", { level: 2 })).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(details).toHaveCount(0)
  await expect(page).toHaveURL("/store?q=PX-TABLE-1")
})

test("several orders are packed and delivered together, each with its result", async ({ page }) => {
  const seller = account("seller")
  await signIn(page, seller, "/store?status=confirmed&sort=placed_at&mode=live")
  const select = async (): Promise<string[]> => {
    const numbers = (await numbersOf(page)).slice(0, 3)
    for (const number of numbers) await page.getByRole("checkbox", { name: `Select ${number}` }).check()
    return numbers
  }
  const [, second = ""] = await select()
  await expect(page.getByRole("button", { name: "Ship 3 orders" })).toBeVisible()
  await expect(page.getByRole("button", { name: /^(Confirm|Mark) \d orders? (as delivered)?$/ })).toHaveCount(0)
  // Another person packs one of them meanwhile.
  await callApi(`/v1/seller/orders/${second}/pack`, seller.live_key, { method: "POST" })
  const sent: string[] = []
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()))
  await page.getByRole("button", { name: "Mark 3 orders as packed" }).click()
  await expect(page.getByRole("status").filter({ hasText: "2 orders are packed" })).toContainText(
    `${second}: Someone changed it a moment ago.`,
  )
  expect(sent).toHaveLength(1)

  await page.goto("/store?status=shipped&sort=placed_at")
  const shipped = await select()
  await page.getByRole("button", { name: "Mark 3 orders as delivered" }).click()
  await expect(page.getByRole("dialog")).toContainText("This cannot be undone.")
  await page.getByRole("dialog").getByRole("button", { name: "Mark 3 orders as delivered" }).click()
  await expect(page.getByRole("status").filter({ hasText: "3 orders are delivered" })).toBeVisible()
  await page.goto("/store?status=delivered")
  await rows(page).getByRole("checkbox").first().check()
  await expect(page.getByText(en.BulkOrders.none)).toBeVisible()
  for (const number of shipped)
    expect((await callApi(`/v1/seller/orders/${number}`, seller.live_key)).body.data).toMatchObject({
      status: "delivered",
    })
})
