import { readFileSync } from "node:fs"
import { expect, type Page, test } from "@playwright/test"
import { Webhook } from "standardwebhooks"
import words from "../src/i18n/messages/mai.json" with { type: "json" }
import { type Received, WebhookReceiver } from "../src/testing/webhook-receiver"
import { account, callApi, callPortal, signIn, speak } from "./marketplace"

const t = words.Webhooks

let receiver: WebhookReceiver

test.beforeAll(async () => {
  receiver = await WebhookReceiver.open()
})
test.afterAll(() => receiver.close())

const dialog = (page: Page) => page.getByRole("dialog")

/** The secret that is on the screen, which is then closed. */
const takeSecret = async (page: Page): Promise<string> => {
  const secret = await dialog(page).getByLabel(t.secret_label).inputValue()
  await dialog(page).getByRole("button", { name: words.Common.secret_done }).click()
  await dialog(page).getByRole("button", { name: words.Common.secret_leave_go }).click()
  await expect(dialog(page)).toHaveCount(0)
  return secret
}

const verifies = (secret: string, { body, headers }: Received): boolean => {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

test("in Maithili: an endpoint is added, tested, repaired, redelivered to, rotated, paused and deleted", async ({ page, context, baseURL }) => {
  test.setTimeout(180_000)
  const seller = account("seller")
  await signIn(page, seller, "/webhooks")
  await context.addCookies([{ name: "haat-locale", value: "mai", url: baseURL ?? "" }])

  await page.goto("/webhooks")
  await expect(page.getByText(t.empty)).toBeVisible()
  await page.getByRole("main").getByRole("link", { name: t.add }).click()
  await page.getByRole("button", { name: t.submit_add }).click()
  await expect(page.getByLabel(t.url)).toBeFocused()
  await page.getByLabel(t.url).fill("https://10.0.0.1/hooks")
  await page.getByRole("radio", { name: words.Common.live }).check()
  await page.getByRole("button", { name: t.submit_add }).click()
  await expect(page.getByLabel(t.url)).toHaveAccessibleDescription(new RegExp(t.error_address_not_public))
  await page.getByLabel(t.url).fill(receiver.url("/hooks"))
  await page.getByText(t.sample.replace("{event}", "seller.order.updated")).click()
  await expect(page.getByRole("group", { name: t.sample.replace("{event}", "seller.order.updated") })).toContainText('"type": "seller.order.updated"')
  await page.getByRole("button", { name: t.submit_add }).click()
  const secret = await takeSecret(page)
  await page.waitForURL(/\/webhooks\/we_/)
  const endpoint = new URL(page.url()).pathname

  // It fails, and the answer is there to be read.
  receiver.reply("/hooks", (_received, response) => response.writeHead(500, { "content-type": "text/plain" }).end("the warehouse is closed"))
  await page.getByRole("button", { name: t.test }).click()
  await expect(page.getByRole("main").getByText("the warehouse is closed")).toBeVisible()
  await page.getByRole("link", { name: t.to_delivery }).click()
  await page.waitForURL(/\/deliveries\/del_/)
  await expect(page.getByText(t.delivery_failed, { exact: true })).toBeVisible()
  await expect(page.getByRole("group", { name: t.request_headers })).toContainText("webhook-signature: v1,")
  await expect(page.getByRole("group", { name: t.response_body })).toContainText("the warehouse is closed")

  // Repaired, it gets the same event again.
  receiver.reply("/hooks", 204)
  await page.getByRole("button", { name: t.redeliver }).click()
  await expect(page.getByText(t.delivery_delivered, { exact: true })).toBeVisible({ timeout: 30_000 })
  expect(receiver.received).toHaveLength(2)
  const [first, second] = receiver.received as [Received, Received]
  expect(first.headers["webhook-id"]).toBe(second.headers["webhook-id"])
  expect([verifies(secret, first), verifies(secret, second)]).toEqual([true, true])
  await expect(page.getByText(t.attempt.replace("{number}", "2"))).toBeVisible()

  // Both secrets sign after a rotation.
  await page.goto(endpoint)
  await page.getByRole("button", { name: t.rotate }).click()
  await dialog(page).getByRole("button", { name: t.rotate_submit }).click()
  const newSecret = await takeSecret(page)
  await expect(page.getByText(new RegExp(t.both_sign.split("{until}")[0] ?? ""))).toBeVisible()
  await page.getByRole("button", { name: t.test }).click()
  await expect.poll(() => receiver.received.length).toBe(3)
  const signed = receiver.received.at(-1) as Received
  expect([verifies(secret, signed), verifies(newSecret, signed), verifies(newSecret, second)]).toEqual([true, true, false])

  // A real event that was answered by 410 is found by its count, and sent again.
  receiver.reply("/hooks", 410)
  const orders = (await callApi("/v1/seller/orders?status=confirmed&per_page=2", seller.live_key)).body.data as { id: string; number: string }[]
  const order = orders[0] ?? { id: "", number: "" }
  expect((await callApi(`/v1/seller/orders/${order.id}/ship`, seller.live_key, { method: "PATCH", json: { courier_name: "Pavan Express", awb: "PX-410" } })).status).toBe(200)
  await expect.poll(() => receiver.received.filter(({ body }) => body.includes(order.number)).length, { timeout: 20_000 }).toBe(1)
  await expect(async () => {
    await page.goto(`${endpoint}?status=failed`)
    await expect(page.getByText(t.disabled_gone)).toBeVisible({ timeout: 1_000 })
    await expect(page.getByRole("listitem").filter({ hasText: "410" })).toContainText("seller.order.updated", { timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  receiver.reply("/hooks", 200)
  await page.getByRole("button", { name: t.resume }).click()
  await expect(page.getByText(t.disabled_gone)).toHaveCount(0)
  await page.getByRole("button", { name: t.redeliver_failed }).click()
  await expect(dialog(page).getByRole("status")).toHaveText(/1/)
  await dialog(page).getByRole("button", { name: /1/ }).click()
  await expect.poll(() => receiver.received.filter(({ body }) => body.includes(order.number)).length, { timeout: 20_000 }).toBe(2)

  // One that waits for its next attempt makes it when it is asked to.
  const later = orders[1] ?? { id: "", number: "" }
  receiver.reply("/hooks", 503)
  expect((await callApi(`/v1/seller/orders/${later.id}/ship`, seller.live_key, { method: "PATCH", json: { courier_name: "Pavan Express", awb: "PX-503" } })).status).toBe(200)
  await expect.poll(() => receiver.received.filter(({ body }) => body.includes(later.number)).length, { timeout: 30_000 }).toBe(2)
  receiver.reply("/hooks", 200)
  await expect(async () => {
    await page.goto(`${endpoint}?status=pending`)
    await expect(page.getByRole("listitem").filter({ hasText: "503" })).toHaveCount(1, { timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  await page.getByRole("link", { name: "seller.order.updated" }).click()
  await page.waitForURL(/\/deliveries\/del_/)
  await page.getByRole("button", { name: t.redeliver }).click()
  await expect(page.getByText(t.delivery_delivered, { exact: true })).toBeVisible({ timeout: 30_000 })
  expect(receiver.received.filter(({ body }) => body.includes(later.number))).toHaveLength(3)

  // The filters stay in the address, and what they show can be taken away.
  await page.goto(endpoint)
  await page.getByRole("combobox", { name: t.filter_status }).selectOption("delivered")
  await page.getByRole("combobox", { name: t.filter_type }).selectOption("seller.order.updated")
  await page.getByRole("button", { name: t.apply }).click()
  await page.waitForURL(/status=delivered/)
  await page.reload()
  await expect(page.getByRole("combobox", { name: t.filter_status })).toHaveValue("delivered")
  await expect(page.getByRole("list", { name: t.deliveries }).getByRole("listitem")).toHaveCount(2)
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: t.export_csv }).click()])
  const lines = readFileSync(await download.path(), "utf8").trim().split("\r\n")
  expect(lines).toHaveLength(3)
  for (const [line, attempts] of [[lines[1], 3], [lines[2], 2]] as const) expect(line).toMatch(new RegExp(`^del_[0-9a-f-]+,evt_[0-9a-f-]+,seller\\.order\\.updated,delivered,${attempts},200,`))

  // The event is in the list of events, whatever became of it.
  await page.goto("/webhooks/events?type=seller.order.updated")
  await page.getByRole("combobox", { name: t.filter_mode }).selectOption("live")
  await page.getByRole("button", { name: t.apply }).click()
  await page.waitForURL(/mode=live&type=seller\.order\.updated/)
  await page.reload()
  await expect(page.getByRole("combobox", { name: t.filter_mode })).toHaveValue("live")
  await expect(page.getByRole("main").getByText(words.Common.test, { exact: true }).filter({ visible: true })).toHaveCount(0)
  await page.getByRole("list", { name: t.events_title }).getByText("seller.order.updated").first().click()
  await expect(page.getByText(later.number).first()).toBeVisible()

  await page.goto(endpoint)
  await page.getByRole("button", { name: t.pause }).click()
  await expect(page.getByText(t.paused_note)).toBeVisible()
  await page.getByRole("button", { name: t.delete }).click()
  await dialog(page).getByRole("button", { name: t.delete_submit }).click()
  await page.waitForURL("/webhooks")
  await page.getByText(t.deleted_list.replace("{count}", "1")).click()
  await page.getByRole("link", { name: receiver.url("/hooks") }).click()
  await expect(page.getByText(t.deleted_note)).toBeVisible()
  await expect(page.getByRole("button", { name: t.redeliver_failed })).toHaveCount(0)
  await page.getByRole("list", { name: t.deliveries }).getByRole("link").first().click()
  await page.waitForURL(/\/deliveries\/del_/)
  await expect(page.getByText(t.attempt.replace("{number}", "1"))).toBeVisible()
})

test("an endpoint that was sent nothing says so, and how a test event is sent", async ({ page, baseURL }) => {
  await signIn(page, account("developer"), "/webhooks")
  await speak(page, "mai")
  const endpoint = await callPortal<{ id: string }>(page, "portalWebhookEndpoints.create", { livemode: true, url: receiver.url("/quiet"), description: "", events: ["order.created"] })
  await page.goto(`/webhooks/${endpoint.id}`)
  const deliveries = page.getByRole("region", { name: t.deliveries })
  await expect(deliveries).toContainText(t.nothing_sent)
  await expect(deliveries.getByRole("group", { name: t.nothing_sent_note })).toContainText(`curl -X POST ${baseURL}/v1/webhook-endpoints/${endpoint.id}/test`)
  await page.setViewportSize({ width: 1280, height: 320 })
  await deliveries.getByRole("link", { name: t.test }).scrollIntoViewIfNeeded()
  await expect(page.getByRole("button", { name: t.test })).not.toBeInViewport()
  await deliveries.getByRole("link", { name: t.test }).click()
  await expect(page.getByRole("button", { name: t.test })).toBeInViewport()
  await page.goto(`/webhooks/${endpoint.id}?status=failed`)
  await expect(deliveries).not.toContainText(t.nothing_sent)
  await page.goto(`/webhooks/${endpoint.id}`)
  await page.getByRole("button", { name: t.test }).click()
  await expect(deliveries.getByRole("listitem")).toHaveCount(1)
  await expect(deliveries).not.toContainText(t.nothing_sent)
  await callPortal(page, "webhookEndpoints.delete", { id: endpoint.id })
})
