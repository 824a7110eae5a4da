import { expect, test } from "./test"
import {
  account,
  callApi,
  clickCopy,
  openEmail,
  openOrder,
  rowDetails,
  signIn,
  openPageContaining,
} from "./marketplace"

interface SellerOrder {
  id: string
  number: string
  status: string
  delivery_address: object | null
}

test("a seller ships one order in the portal and another by the API, and each customer gets an email", async ({
  page,
  context,
}) => {
  const seller = account("seller")
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await signIn(page, seller, "/store?status=confirmed")
  const card = page.locator("[data-order]").first()
  const number = (await card.getAttribute("data-order")) ?? ""
  await expect(await openOrder(page, card)).toContainText("Deliver to")

  await rowDetails(page, number)
    .getByRole("button", { name: `Ship ${number}` })
    .click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Courier").fill("Pavan Express")
  await dialog.getByLabel("AWB number").fill("PX 1")
  await dialog.getByLabel("Tracking URL").fill("ftp://track.example/1")
  await dialog.getByRole("button", { name: "Mark as shipped" }).click()
  await expect(dialog.getByLabel("AWB number")).toBeFocused()
  await expect(dialog.getByLabel("AWB number")).toHaveAccessibleDescription(/Use letters, digits and hyphens only/)
  await expect(dialog.getByLabel("Tracking URL")).toHaveAccessibleDescription(/starts with https/)
  await dialog.getByLabel("AWB number").fill("PX-1001")
  await dialog.getByLabel("Tracking URL").fill("https://track.example/PX-1001")
  await dialog.getByText("The same action with the API").click()
  await clickCopy(
    dialog.getByRole("button", { name: "Copy" }),
    dialog.getByRole("status").filter({ hasText: "Copied" }),
  )
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(command).toContain(
    `-d '{"courier_name":"Pavan Express","awb":"PX-1001","tracking_url":"https://track.example/PX-1001"}'`,
  )
  await dialog.getByRole("button", { name: "Mark as shipped" }).click()
  await expect(page.getByRole("status").filter({ hasText: `${number} was shipped` })).toContainText("PX-1001")
  await expect(dialog).toHaveCount(0)
  await expect(page.locator(`[data-order="${number}"]`)).toHaveCount(0)
  await page.goto(`/store?status=shipped&order=${number}`)
  await expect(rowDetails(page, number)).toContainText("PX-1001")

  const waiting = await callApi("/v1/seller/orders?status=packed&per_page=2", seller.live_key)
  const [other, taken] = waiting.body.data as SellerOrder[]
  if (!other || !taken) throw new Error("the demo's store has no two packed orders")
  expect(
    (await callApi(`/v1/seller/orders/${other.id}/ship`, seller.test_key, { method: "PATCH", json: {} })).body.error
      ?.code,
  ).toBe("live_key_required")
  const shipped = await callApi(`/v1/seller/orders/${other.id}/ship`, seller.live_key, {
    method: "PATCH",
    json: { courier_name: "Pavan Express", awb: "PX-1002" },
  })
  expect(shipped).toMatchObject({ status: 200, body: { data: { status: "shipped", shipment: { awb: "PX-1002" } } } })

  // Another person ships an order while its form is open.
  const ship = page.getByRole("button", { name: `Ship ${taken.number}` })
  await openPageContaining(page, "/store?status=packed", ship)
  await ship.click()
  await callApi(`/v1/seller/orders/${taken.number}/ship`, seller.live_key, {
    method: "PATCH",
    json: { courier_name: "Pavan Express", awb: "PX-1003" },
  })
  await dialog.getByLabel("Courier").fill("Late Courier")
  await dialog.getByLabel("AWB number").fill("LATE-1")
  await dialog.getByRole("button", { name: "Mark as shipped" }).click()
  await expect(dialog.getByRole("alert")).toContainText("This order can no longer be shipped")
  await dialog.getByRole("button", { name: "Refresh" }).click()
  await expect(page.locator(`[data-order="${taken.number}"]`)).toHaveCount(0)

  for (const each of [number, other.number, taken.number]) {
    await openEmail(page, "@", new RegExp(each))
    await expect(page.getByRole("heading", { level: 1 })).toContainText(each)
  }
})

test("the delivery address is shown until the order is delivered or cancelled", async ({ page }) => {
  await signIn(page, account("seller"), "/store?status=delivered")
  for (const [status, shown] of [
    ["delivered", false],
    ["cancelled", false],
    ["shipped", true],
  ] as const) {
    await page.goto(`/store?status=${status}`)
    const card = await openOrder(page, page.locator("[data-order]").first())
    await expect(card.getByText("The address is hidden once an order is delivered or cancelled.")).toHaveCount(
      shown ? 0 : 1,
    )
    await expect(card.locator("address")).toHaveCount(shown ? 1 : 0)
  }
  await page.getByRole("link", { name: "Next", exact: true }).click()
  await expect(page).toHaveURL("/store?status=shipped&page=2")
})

test("an account without a store sees what the page is for", async ({ page }) => {
  await signIn(page, account("customer"), "/store")
  await expect(page.getByText("You are not a member of a store.")).toBeVisible()
})

test("a customer follows an order from the list to its parcels", async ({ page }) => {
  await signIn(page, account("customer"), "/orders?status=shipped")
  await page.getByRole("main").getByRole("link", { name: /^HT-/ }).first().click()
  await expect(page.getByRole("heading", { level: 1 })).toContainText("HT-")
  await expect(page.getByRole("heading", { name: "Delivery address" })).toBeVisible()
  await page.goto("/orders/HT-0000-000000")
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible()
})
