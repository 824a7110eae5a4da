import { readFileSync } from "node:fs"
import { expect, type Page, test } from "./test"
import { Webhook } from "standardwebhooks"
import words from "../src/i18n/messages/mai.json" with { type: "json" }
import { type ReceivedRequest, WebhookReceiver } from "../src/testing/fixtures/webhook-receiver"
import { account, callApi, callPortal, signIn, setLocale } from "./marketplace"

const t = words.Webhooks

let receiver: WebhookReceiver

test.beforeAll(async () => {
  receiver = await WebhookReceiver.open()
})
test.afterAll(() => receiver.close())

function dialog(page: Page) {
  return page.getByRole("dialog")
}

/** Returns the secret on the screen, and closes its dialog. */
async function takeSecret(page: Page): Promise<string> {
  const secret = await dialog(page).getByLabel(t.secret_label).inputValue()
  await dialog(page).getByRole("button", { name: words.Common.secret_done }).click()
  await dialog(page).getByRole("button", { name: words.Common.secret_leave_go }).click()
  await expect(dialog(page)).toHaveCount(0)
  return secret
}

function verifies(secret: string, { body, headers }: ReceivedRequest): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

/** A live endpoint of the seller's with a path of its own, opened in Maithili. */
async function openEndpoint(page: Page, path: string): Promise<string> {
  await signIn(page, account("seller"), "/webhooks")
  await setLocale(page, "mai")
  const { id } = await callPortal<{ id: string }>(page, "webhookEndpoints.create", {
    url: receiver.url(path),
    description: "",
    events: ["seller.order.updated"],
  })
  await page.goto(`/webhooks/${id}`)
  return id
}

/** Ships one of the seller's orders. @returns its number */
async function ship(awb: string): Promise<string> {
  const { live_key } = account("seller")
  const [order] = (await callApi("/v1/seller/orders?status=confirmed&per_page=1", live_key)).body.data as {
    id: string
    number: string
  }[]
  expect(
    (
      await callApi(`/v1/seller/orders/${order?.id}/ship`, live_key, {
        method: "PATCH",
        json: { courier_name: "Pavan Express", awb },
      })
    ).status,
  ).toBe(200)
  return order?.number ?? ""
}

test("in Maithili: an endpoint is added, tested, fixed, redelivered to and rotated", async ({ page }) => {
  test.setTimeout(120_000)
  await signIn(page, account("seller"), "/webhooks")
  await setLocale(page, "mai")

  await page.goto("/webhooks")
  await page.getByRole("main").getByRole("link", { name: t.add }).click()
  await page.getByRole("button", { name: t.submit_add }).click()
  await expect(page.getByLabel(t.url)).toBeFocused()
  await page.getByLabel(t.url).fill("https://10.0.0.1/hooks")
  await page.getByRole("button", { name: t.submit_add }).click()
  await expect(page.getByLabel(t.url)).toHaveAccessibleDescription(new RegExp(t.error_address_not_public))
  await page.getByLabel(t.url).fill(receiver.url("/added"))
  await page
    .locator("summary")
    .and(page.getByLabel(t.sample.replace("{event}", "seller.order.updated")))
    .click()
  await expect(page.getByRole("group", { name: t.sample.replace("{event}", "seller.order.updated") })).toContainText(
    '"type": "seller.order.updated"',
  )
  await page.getByRole("button", { name: t.submit_add }).click()
  const secret = await takeSecret(page)
  await page.waitForURL(/\/webhooks\/we_/)
  const endpoint = new URL(page.url()).pathname

  // It fails, and the page shows the response.
  receiver.reply("/added", (_received, response) =>
    response.writeHead(500, { "content-type": "text/plain" }).end("the warehouse is closed"),
  )
  await page.getByRole("button", { name: t.test }).click()
  await expect(page.getByRole("main").getByText("the warehouse is closed")).toBeVisible()
  // A test is not sent again with those that failed.
  await expect(page.getByRole("table", { name: t.deliveries }).locator("tbody tr")).toHaveCount(1)
  await expect(page.getByRole("button", { name: t.redeliver_failed })).toHaveCount(0)
  await page.getByRole("link", { name: t.to_delivery }).click()
  await page.waitForURL(/\/deliveries\/del_/)
  await expect(page.getByText(t.delivery_failed, { exact: true })).toBeVisible()
  await expect(page.getByRole("group", { name: t.request_headers })).toContainText("webhook-signature: v1,")
  await expect(page.getByRole("group", { name: t.response_body })).toContainText("the warehouse is closed")

  // After its repair, it gets the same event again.
  receiver.reply("/added", 204)
  const redeliver = page.getByRole("button", { name: t.redeliver })
  await expect(redeliver).toHaveClass(/bg-accent/)
  await redeliver.click()
  await expect(page.getByText(t.delivery_delivered, { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(redeliver).not.toHaveClass(/bg-accent/)
  expect(receiver.at("/added")).toHaveLength(2)
  const [first, second] = receiver.at("/added") as [ReceivedRequest, ReceivedRequest]
  expect(first.headers["webhook-id"]).toBe(second.headers["webhook-id"])
  expect([verifies(secret, first), verifies(secret, second)]).toEqual([true, true])
  await expect(page.getByText(t.attempt.replace("{number}", "2"))).toBeVisible()

  // Both secrets sign after a rotation.
  await page.goto(endpoint)
  await page.getByRole("button", { name: t.rotate }).click()
  await dialog(page).getByRole("button", { name: t.rotate_submit }).click()
  const newSecret = await takeSecret(page)
  await expect(page.getByText(new RegExp(t.old_secret_valid.split("{until}")[0] ?? ""))).toBeVisible()
  await page.getByRole("button", { name: t.test }).click()
  await expect.poll(() => receiver.at("/added").length).toBe(3)
  const signed = receiver.at("/added").at(-1) as ReceivedRequest
  expect([verifies(secret, signed), verifies(newSecret, signed), verifies(newSecret, second)]).toEqual([
    true,
    true,
    false,
  ])
  await callPortal(page, "webhookEndpoints.delete", { id: endpoint.split("/").at(-1) })
})

test("in Maithili: failed and pending deliveries are found and redelivered", async ({ page }) => {
  test.setTimeout(120_000)
  const id = await openEndpoint(page, "/refusing")
  const arrivals = (number: string): number =>
    receiver.at("/refusing").filter(({ body }) => body.includes(number)).length

  // An event that got a 410 is found by its count, once the endpoint is resumed.
  receiver.reply("/refusing", 410)
  const order = await ship("PX-410")
  await expect.poll(() => arrivals(order), { timeout: 20_000 }).toBe(1)
  await expect(async () => {
    await page.goto(`/webhooks/${id}?status=failed`)
    await expect(page.getByText(t.disabled_gone)).toBeVisible({ timeout: 1_000 })
    await expect(page.getByRole("row").filter({ hasText: "410" })).toContainText("seller.order.updated", {
      timeout: 1_000,
    })
  }).toPass({ timeout: 20_000 })
  receiver.reply("/refusing", 200)
  await page.getByRole("button", { name: t.resume }).click()
  await expect(page.getByText(t.disabled_gone)).toHaveCount(0)
  await page.getByRole("button", { name: t.redeliver_failed }).click()
  await expect(dialog(page).getByRole("status")).toHaveText(/1/)
  await dialog(page).getByRole("button", { name: /1/ }).click()
  await expect(page.getByRole("button", { name: t.redeliver_failed })).toHaveCount(0)
  await expect.poll(() => arrivals(order), { timeout: 20_000 }).toBe(2)

  // A delivery that waits for its next attempt is redelivered on request.
  receiver.reply("/refusing", 503)
  const later = await ship("PX-503")
  await expect.poll(() => arrivals(later), { timeout: 30_000 }).toBe(2)
  receiver.reply("/refusing", 200)
  const failed = page.getByRole("row").filter({ hasText: "503" })
  await expect(async () => {
    await page.goto(`/webhooks/${id}?status=pending`)
    await expect(failed).toHaveCount(1, { timeout: 1_000 })
    // The time until the next attempt counts down.
    await expect(failed.locator("time:visible").first()).toHaveText(/^\d+ (सेकेंड|मिनट)मे$/, { timeout: 1_000 })
    await expect(page.getByRole("columnheader", { name: t.next_attempt_column })).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  await page.getByRole("link", { name: "seller.order.updated" }).click()
  await page.waitForURL(/\/deliveries\/del_/)
  const redeliver = page.getByRole("button", { name: t.redeliver })
  await expect(redeliver).toHaveClass(/bg-accent/)
  await redeliver.click()
  await expect(page.getByText(t.delivery_delivered, { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(redeliver).not.toHaveClass(/bg-accent/)
  expect(arrivals(later)).toBe(3)
  await expect(page.getByText(new RegExp(`${t.trigger_redelivery} ·`))).toHaveCount(1)
  await callPortal(page, "webhookEndpoints.delete", { id })
})

test("in Maithili: deliveries are filtered, exported and listed among the events, also for a paused or deleted endpoint", async ({
  page,
}) => {
  test.setTimeout(120_000)
  const id = await openEndpoint(page, "/kept")
  await page.getByRole("button", { name: t.test }).click()
  await expect.poll(() => receiver.at("/kept").length).toBe(1)
  await ship("PX-201")
  const order = await ship("PX-202")
  await expect.poll(() => receiver.at("/kept").length, { timeout: 20_000 }).toBe(3)
  const delivered = page.getByRole("table", { name: t.deliveries }).locator("tbody tr")
  await expect(async () => {
    await page.goto(`/webhooks/${id}?status=delivered`)
    await expect(delivered).toHaveCount(3, { timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  await expect(delivered.filter({ hasText: order })).toHaveCount(1)

  // The filters are in the URL, and the filtered deliveries can be exported.
  await page.goto(`/webhooks/${id}`)
  const filters = page.getByRole("region", { name: t.deliveries })
  await filters.locator("summary", { hasText: t.filter_status }).click()
  await filters.locator("details[open]").getByRole("link", { name: t.delivery_delivered, exact: true }).click()
  await page.waitForURL(/status=delivered/)
  await filters.locator("summary", { hasText: t.filter_type }).click()
  await filters.locator("details[open]").getByRole("link", { name: "seller.order.updated", exact: true }).click()
  await page.waitForURL(/type=seller/)
  await page.reload()
  await expect(filters.locator("summary", { hasText: t.delivery_delivered })).toBeVisible()
  await expect(delivered).toHaveCount(2)
  await filters.locator("summary", { hasText: words.Table.export_as }).click()
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    filters.getByRole("link", { name: "CSV", exact: true }).click(),
  ])
  const lines = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\r\n")
  expect(lines).toHaveLength(3)
  for (const line of lines.slice(1))
    expect(line).toMatch(/^del_[0-9a-f-]+,evt_[0-9a-f-]+,seller\.order\.updated,delivered,1,200,/)

  // The event is in the list of events, whatever the result of its delivery.
  await page.goto("/webhooks/events?type=seller.order.updated")
  const events = page.getByRole("table", { name: t.events_title })
  const rows = events.locator("tbody tr").filter({ hasText: order })
  await expect(rows.first()).toBeVisible()
  await expect.poll(async () => (await rows.first().boundingBox())?.height).toBe(36)
  await events.getByRole("link", { name: "seller.order.updated", exact: true }).first().click()
  await page.waitForURL(/event=evt_/)
  const event = page.getByRole("complementary", { name: "seller.order.updated" })
  await expect(event.getByText(order).first()).toBeVisible()
  await event
    .getByRole("list", { name: t.deliveries })
    .getByRole("link", { name: receiver.url("/kept") })
    .first()
    .click()
  await page.waitForURL(new RegExp(`/webhooks/${id}/deliveries/del_`))

  // The list of endpoints says how many deliveries succeeded.
  await page.goto("/webhooks")
  const endpoints = page.getByRole("table", { name: t.list })
  await expect(endpoints.getByRole("columnheader", { name: t.delivered_7d })).toBeVisible()
  await expect(endpoints.getByRole("row").filter({ hasText: receiver.url("/kept") })).toContainText("100%")

  // Below them are the latest events, each with the way to its details.
  await page.getByRole("table", { name: t.events_latest }).getByRole("link").first().click()
  await page.waitForURL(/\/webhooks\/events\?event=evt_/)
  await expect(page.getByRole("complementary")).toBeVisible()

  await page.goto(`/webhooks/${id}`)
  await page.getByRole("button", { name: t.pause }).click()
  await expect(page.getByText(t.paused_note)).toBeVisible()
  await page.getByRole("button", { name: t.delete }).click()
  await dialog(page).getByRole("button", { name: t.delete_submit }).click()
  await page.waitForURL("/webhooks")
  // The endpoints of other journeys are among the deleted ones.
  await page.getByText(t.deleted_list.split("{count}")[0] ?? "").click()
  await page.getByRole("link", { name: receiver.url("/kept") }).click()
  await expect(page.getByText(t.deleted_note)).toBeVisible()
  await expect(page.getByRole("button", { name: t.redeliver_failed })).toHaveCount(0)
  await delivered.getByRole("link").first().click()
  await page.waitForURL(/\/deliveries\/del_/)
  await expect(page.getByText(t.attempt.replace("{number}", "1"))).toBeVisible()
})

test("an endpoint without deliveries explains how to send a test event", async ({ page, baseURL }) => {
  await signIn(page, account("developer"), "/webhooks")
  await setLocale(page, "mai")
  const endpoint = await callPortal<{ id: string }>(page, "webhookEndpoints.create", {
    url: receiver.url("/quiet"),
    description: "",
    events: ["order.created"],
  })
  await page.goto(`/webhooks/${endpoint.id}`)
  const deliveries = page.getByRole("region", { name: t.deliveries })
  await expect(deliveries).toContainText(t.nothing_sent)
  await expect(deliveries.getByRole("button", { name: t.redeliver_failed })).toHaveCount(0)
  await expect(deliveries.locator("summary", { hasText: words.Table.export_as })).toHaveCount(0)
  await expect(deliveries.getByRole("group", { name: t.nothing_sent_note })).toContainText(
    `curl -X POST ${baseURL}/v1/webhook-endpoints/${endpoint.id}/test`,
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole("button", { name: t.test })).toBeInViewport({ ratio: 1 })
  await page.goto(`/webhooks/${endpoint.id}?status=failed`)
  await expect(deliveries).not.toContainText(t.nothing_sent)
  await page.goto(`/webhooks/${endpoint.id}`)
  await page.getByRole("button", { name: t.test }).click()
  await expect(deliveries.locator("tbody tr")).toHaveCount(1)
  await expect(deliveries).not.toContainText(t.nothing_sent)
  await callPortal(page, "webhookEndpoints.delete", { id: endpoint.id })
})
