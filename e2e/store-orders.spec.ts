import { type Browser, expect, type Page, test } from "./test"
import { Webhook } from "standardwebhooks"
import { WebhookReceiver } from "../src/testing/fixtures/webhook-receiver"
import {
  account,
  callApi,
  callPortal,
  openEmail,
  openMailbox,
  openOrder,
  rowDetails,
  signIn,
  openPageContaining,
} from "./marketplace"

let receiver: WebhookReceiver

test.beforeAll(async () => {
  receiver = await WebhookReceiver.open()
})
test.afterAll(() => receiver.close())

interface Listed {
  number: string
  status: string
  livemode: boolean
  version: number
  refunded_total: number
}

async function numbers(path: string, key: string): Promise<string[]> {
  return ((await callApi(path, key)).body.data as Listed[]).map(({ number }) => number)
}

async function asStaff(browser: Browser, path: string): Promise<Page> {
  const page = await browser.newPage()
  await signIn(page, account("staff"), path)
  return page
}

interface Sent {
  type: string
  livemode: boolean
  data: Pick<Listed, "number" | "version">
}

/** The received webhooks that were signed with this secret. */
function arrived(path: string, secret: string): Sent[] {
  return receiver.at(path).map(({ body, headers }) => new Webhook(secret).verify(body, headers) as Sent)
}

test("a developer places, processes and refunds a test order and receives each event; nobody else sees it", async ({
  page,
}) => {
  const seller = account("seller")
  await signIn(page, seller, "/sandbox?mode=sandbox")
  const events = ["order.created", "order.refunded", "seller.order.created", "seller.order.updated"]
  const endpoint = await callPortal<{ id: string; secret: string }>(
    page,
    "webhookEndpoints.create",
    { url: receiver.url("/sandbox"), description: "", events },
    "sandbox",
  )
  await page.getByText("More options", { exact: true }).click()
  await page.getByLabel("You", { exact: true }).check()
  await page.getByRole("button", { name: "Place order" }).click()
  const placed = page.getByRole("status").filter({ hasText: "is placed" })
  const number = `${/HT-[\d-]+/.exec((await placed.textContent()) ?? "")?.[0] ?? ""}-1`
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Store", exact: true }).click()
  await page.waitForURL("/store")
  const card = await openOrder(page, page.locator(`[data-order="${number}"]`))
  await expect(card).toContainText("3 events")

  await card.getByRole("button", { name: `Confirm ${number}` }).click()
  await expect(card).toContainText("4 events")
  // While the page after a move is loading, the previous page's buttons must not move the order.
  let letThrough = (): void => undefined
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(/storeOrders\.list/, async (route) => {
    await held
    await route.continue()
  })
  const ship = card.getByRole("button", { name: `Ship ${number}` })
  const packed = page.waitForResponse(/storeOrders\.pack/)
  await card.getByRole("button", { name: `Mark as packed: ${number}` }).click()
  await packed
  await expect(ship).toBeDisabled()
  letThrough()
  await ship.click()
  const dialog = page.getByRole("dialog")
  await expect(dialog).toContainText("No email is sent.")
  await dialog.getByLabel("Courier").fill("Pavan Express")
  await dialog.getByLabel("AWB number").fill("TEST-1")
  await dialog.getByRole("button", { name: "Mark as shipped" }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole("status").filter({ hasText: `${number} was shipped` })).toContainText(
    "The test order has Pavan Express and TEST-1.",
  )
  await expect(card.locator("address")).toHaveCount(1)
  await card.getByRole("button", { name: `Mark as delivered: ${number}` }).click()
  await dialog.getByRole("button", { name: "Confirm delivery" }).click()
  await expect(card.locator("address")).toHaveCount(0)

  await card.getByRole("button", { name: `Refund ${number}` }).click()
  await dialog.getByLabel("Partial amount").check()
  await dialog.getByLabel("Amount in rupees").fill("99999999")
  await dialog.getByRole("button", { name: "Issue refund" }).click()
  await expect(dialog.getByLabel("Amount in rupees")).toBeFocused()
  await expect(dialog.getByLabel("Reason")).toHaveAccessibleDescription(/This field is required/)
  await dialog.getByLabel("Amount in rupees").fill("10.50")
  await dialog.getByLabel("Reason").fill("Only a test")
  await dialog.getByRole("button", { name: "Issue refund" }).click()
  await expect(page.getByRole("status").filter({ hasText: `${number} was refunded` })).toContainText(
    "₹10.50 was refunded to the customer.",
  )
  await expect(card).toContainText("Partially refunded")
  await expect(card).toContainText("11 events")
  for (const type of events) await expect(card.getByText(type, { exact: true }).first()).toBeVisible()
  await card.getByText("order.refunded", { exact: true }).click()
  await expect(card.locator("details[open] pre")).toContainText('"refunded_total": 1050')
  await expect(card.locator("details[open] pre")).not.toContainText("delivery_address")

  await expect
    .poll(
      () =>
        arrived("/sandbox", endpoint.secret)
          .map(({ type }) => type)
          .sort(),
      { timeout: 20_000 },
    )
    .toEqual([...events.slice(0, 3), ...Array<string>(6).fill("seller.order.updated")])
  const sent = arrived("/sandbox", endpoint.secret)
  expect(new Set(sent.map(({ livemode, data }) => `${livemode} ${data.number.replace(/-1$/, "")}`))).toEqual(
    new Set([`false ${number.replace(/-1$/, "")}`]),
  )
  const versions = sent.filter(({ type }) => type === "seller.order.updated").map(({ data }) => data.version)
  expect(new Set(versions).size).toBe(6)
  await callPortal(page, "webhookEndpoints.delete", { id: endpoint.id }, "sandbox")

  expect(await numbers("/v1/seller/orders?per_page=100", seller.test_key)).toContain(number)
  expect(await numbers("/v1/seller/orders?per_page=100", seller.live_key)).not.toContain(number)
  expect((await callApi(`/v1/orders/${number.replace(/-1$/, "")}`, seller.live_key)).status).toBe(404)
  expect((await callApi(`/v1/orders/${number.replace(/-1$/, "")}`, seller.test_key)).body.data).toMatchObject({
    livemode: false,
    refunded_total: 1050,
    status: "delivered",
  })
  await page.goto("/store?status=delivered")
  await expect(page.locator(`[data-order="${number}"]`)).toBeVisible()
  await page.goto("/store?status=delivered&mode=live")
  await expect(page.locator(`[data-order="${number}"]`)).toHaveCount(0)
  await openMailbox(page)
  await expect(page.getByText(number)).toHaveCount(0)
})

test("मैथिलीमे: an order is delivered, another is cancelled, and concurrent changes are reported", async ({
  page,
  context,
  baseURL,
}) => {
  const seller = account("seller")
  await signIn(page, seller, "/store")
  await context.addCookies([{ name: "haat-locale", value: "mai", url: baseURL ?? "" }])
  await page.goto("/store?status=pending")
  await expect(page.locator("html")).toHaveAttribute("lang", "mai")
  const ready = page.locator("[data-order]").filter({ has: page.getByRole("button", { name: "पक्का करू" }) })
  const [first, second] = [
    (await ready.nth(0).getAttribute("data-order")) ?? "",
    (await ready.nth(1).getAttribute("data-order")) ?? "",
  ]
  await page.getByRole("button", { name: `${first} पक्का करू` }).click()
  await expect(page.locator(`[data-order="${first}"]`)).toHaveCount(0)

  await openOrder(page, page.locator(`[data-order="${second}"]`))
  await page.getByRole("button", { name: `${second} रद्द करू` }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("कारण").fill("एखन स्टॉक नहि अछि")
  await dialog.getByRole("button", { name: "ई ऑर्डर रद्द करू" }).click()
  await expect(page.getByRole("status").filter({ hasText: `${second} रद्द भऽ गेल` })).toBeVisible()
  await expect(page.locator(`[data-order="${second}"]`)).toHaveCount(0)
  await page.goto(`/store?status=cancelled&order=${second}`)
  await expect(rowDetails(page, second)).toBeVisible()
  await expect(rowDetails(page, second).locator("address")).toHaveCount(0)

  // Another person ships the order while the page is open.
  const card = page.locator(`[data-order="${first}"]`)
  await openPageContaining(page, "/store?status=confirmed", card)
  const details = await openOrder(page, card)
  expect(
    (
      await callApi(`/v1/seller/orders/${first}/ship`, seller.live_key, {
        method: "PATCH",
        json: { courier_name: "Pavan Express", awb: "PX-77" },
      })
    ).status,
  ).toBe(200)
  await details.getByRole("button", { name: `पैक भेल: ${first}` }).click()
  await expect(dialog.getByRole("alert")).toContainText("ई ऑर्डर बदलि गेल अछि")
  await dialog.getByRole("button", { name: "ताजा करू" }).click()
  await expect(page.locator(`[data-order="${first}"]`)).toHaveCount(0)
  await openPageContaining(page, "/store?status=shipped", card)
  await page.getByRole("button", { name: `डिलीवर भेल: ${first}` }).click()
  await dialog.getByRole("button", { name: "डिलीवरीक पुष्टि करू" }).click()
  await expect(page.locator(`[data-order="${first}"]`)).toHaveCount(0)
})

test("staff find an order by number, refund it in two parts, and the audit records it", async ({ browser }) => {
  const [found] = (await callApi("/v1/seller/orders?status=shipped&per_page=50", account("seller").live_key)).body
    .data as (Listed & { payment_status: string })[]
  const paid =
    (
      (await callApi("/v1/seller/orders?status=shipped&per_page=50", account("seller").live_key)).body
        .data as (Listed & { payment_status: string })[]
    ).find(({ payment_status: payment }) => payment === "paid") ?? found
  if (!paid) throw new Error("the demo's store has no shipped order")
  const page = await asStaff(browser, "/staff/orders")
  const dialog = page.getByRole("dialog")
  const rows = page.locator("tbody").getByRole("row")
  await expect(rows).toHaveCount(50)
  await page.getByRole("link", { name: "Older orders" }).click()
  await page.waitForURL(/after=/)
  await rows.first().getByRole("link").click()
  await page.waitForURL(/number=/)
  await expect(page.getByText(/^Bought by/)).toBeVisible()
  await page.getByRole("searchbox", { name: "Order number" }).fill("HT-0000-000000")
  await page.keyboard.press("Enter")
  await page.waitForURL(/number=HT-0000-000000/)
  await expect(page.getByText("There is no order with this number or ID.")).toBeVisible()
  await page.getByRole("searchbox", { name: "Order number" }).fill(paid.number.toLowerCase())
  await page.keyboard.press("Enter")
  await page.waitForURL((url) => url.searchParams.get("number") === paid.number.toLowerCase())
  const order = paid.number.replace(/-\d+$/, "")
  await expect(page.getByRole("heading", { name: order, exact: true })).toBeVisible()

  await page.getByRole("button", { name: `Refund ${paid.number}`, exact: true }).click()
  await dialog.getByLabel("Partial amount").check()
  await dialog.getByLabel("Amount in rupees").fill("1")
  await dialog.getByLabel("Reason").fill("The lid was loose")
  await dialog.getByRole("button", { name: "Issue refund" }).click()
  await expect(page.getByText("The lid was loose").first()).toBeVisible()
  await expect(page.getByText("seller_order.refunded")).toBeVisible()
  await page.getByRole("button", { name: `Refund in full: ${order}` }).click()
  await dialog.getByLabel("Reason").fill("It never came")
  await dialog.getByRole("button", { name: "Issue refund" }).click()
  await expect(page.getByText("order.refunded", { exact: true })).toBeVisible()
  await expect(page.getByRole("button", { name: /^Refund/ })).toHaveCount(0)
  await openEmail(page, "@", /We refunded|घुरा देने|लौटा दिए/)
  await page.close()
})

test("staff and store pages return 404 for others", async ({ page }) => {
  await signIn(page, account("customer"), "/store?mode=live")
  await expect(page.getByText("You are not a member of a store.")).toBeVisible()
  await page.goto("/staff/orders?number=HT-2611-000001")
  await expect(page.getByRole("heading", { name: "For staff only" })).toBeVisible()
})
