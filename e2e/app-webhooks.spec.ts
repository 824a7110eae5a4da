import { expect, type Page, test } from "./test"
import words from "../src/i18n/messages/hi.json" with { type: "json" }
import { WebhookReceiver } from "../src/testing/fixtures/webhook-receiver"
import { account, demoApp, setLocale, signIn } from "./marketplace"

const { Webhooks: t, OauthApps: apps, Common: common } = words

let receiver: WebhookReceiver

test.beforeAll(async () => {
  receiver = await WebhookReceiver.open()
})
test.afterAll(() => receiver.close())

async function leaveSecret(page: Page): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: common.secret_done }).click()
  await page.getByRole("dialog").getByRole("button", { name: common.secret_leave_go }).click()
  await expect(page.getByRole("dialog")).toHaveCount(0)
}

test("in Hindi: an app's own endpoint is added, tested, changed, rotated and deleted, apart from the account's", async ({
  page,
}) => {
  test.setTimeout(120_000)
  const { client_id: clientId } = demoApp("confidential")
  await signIn(page, account("developer"), "/apps")
  await setLocale(page, "hi")
  // The endpoints were a part of the app's first page.
  await page.goto(`/apps/${clientId}#webhooks`)
  await page.waitForURL(`/apps/${clientId}/webhooks`)
  await page.getByRole("main").getByRole("link", { name: t.add }).click()
  await page.waitForURL(`/apps/${clientId}/webhooks/new`)
  // What an app may hear of.
  await expect(page.getByRole("checkbox", { name: "app.deauthorized" })).toBeVisible()
  await expect(page.getByRole("checkbox", { name: "key.expiring" })).toHaveCount(0)
  // It happens to the app's users, whose account the body names.
  await expect(page.getByText(t.app_event_order_created)).toBeVisible()
  await expect(page.getByText(t.event_order_created)).toHaveCount(0)
  const sample = page.locator("details").filter({ hasText: "order.created" }).first()
  await expect(sample.locator("pre")).toContainText('"account"')
  await expect(page.getByRole("link", { name: "Bahi Khata" })).toBeVisible()
  const url = receiver.url("/app")
  await page.getByLabel(t.url).fill(url)
  await page.getByRole("button", { name: t.submit_add }).click()
  await leaveSecret(page)
  await page.waitForURL(new RegExp(`/apps/${clientId}/webhooks/we_`))
  const endpoint = new URL(page.url()).pathname

  await expect(page.getByRole("link", { name: "Bahi Khata" })).toBeVisible()
  // What the app cannot hear of is not offered.
  await expect(page.getByRole("combobox").getByRole("option", { name: "app.deauthorized" })).toHaveCount(1)
  await expect(page.getByRole("combobox").getByRole("option", { name: "key.expiring" })).toHaveCount(0)
  await page.getByRole("button", { name: t.test }).click()
  await page.getByRole("link", { name: t.to_delivery }).click()
  await page.waitForURL(`${endpoint}/deliveries/*`)
  await expect(page.getByText(t.delivery_delivered, { exact: true })).toBeVisible()
  expect(receiver.at("/app")).toHaveLength(1)
  await page.getByRole("link", { name: t.to_endpoint }).click()
  await page.waitForURL(endpoint)
  await expect(page.getByRole("list", { name: t.deliveries }).or(page.getByRole("table")).first()).toContainText("ping")

  await page.getByRole("link", { name: t.edit }).click()
  await page.waitForURL(`${endpoint}/edit`)
  await page.getByLabel(t.description).fill("मुख्य एंडपॉइंट")
  await page.getByRole("button", { name: t.save }).click()
  await page.waitForURL(endpoint)
  await expect(page.getByText("मुख्य एंडपॉइंट")).toBeVisible()

  await page.getByRole("button", { name: t.rotate }).click()
  await page.getByRole("dialog").getByRole("button", { name: t.rotate_submit }).click()
  await leaveSecret(page)
  await page.getByRole("button", { name: t.test }).click()
  await expect.poll(() => receiver.at("/app").length).toBe(2)
  expect(receiver.at("/app")[1]?.headers["webhook-signature"]?.split(" ")).toHaveLength(2)

  // It is not one of the account.
  await page.goto("/webhooks")
  await expect(page.getByRole("heading", { level: 1, name: t.title })).toBeVisible()
  await expect(page.getByText(url)).toHaveCount(0)
  await page.goto(`/webhooks/${endpoint.split("/").at(-1)}`)
  await expect(page.getByText(url)).toHaveCount(0)

  await page.goto(endpoint)
  await page.getByRole("button", { name: t.delete, exact: true }).click()
  await page.getByRole("dialog").getByRole("button", { name: t.delete_submit }).click()
  await page.waitForURL(`/apps/${clientId}/webhooks`)
  await expect(page.locator("main details li").filter({ hasText: url })).toHaveCount(1)

  // A public client has none.
  const { client_id: publicId } = demoApp("public")
  await page.goto(`/apps/${publicId}`)
  const tabs = page.getByRole("navigation", { name: apps.tabs })
  await expect(tabs.getByRole("link", { name: apps.tab_test })).toBeVisible()
  await expect(tabs.getByRole("link", { name: apps.tab_webhooks })).toHaveCount(0)
  expect((await page.goto(`/apps/${publicId}/webhooks`))?.status()).toBe(404)
})
