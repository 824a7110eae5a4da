import { expect, type Locator, test } from "@playwright/test"
import { formatSecond } from "../src/i18n/format"
import { callPortal, signIn } from "./marketplace"
import { signUpConfirmed } from "./newcomer"
import { complaintsOf } from "./page-checks"

const ZONE = "Asia/Kathmandu"

test("deliveries, their attempts and events are told in the reader's own time", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ timezoneId: ZONE, baseURL: baseURL ?? "" })
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  const expectOwnTime = async (time: Locator): Promise<void> => expect(time).toHaveText(formatSecond((await time.getAttribute("datetime")) ?? "", "en", ZONE))
  await signIn(page, await signUpConfirmed(context, "en"), "/webhooks")
  const { id } = await callPortal<{ id: string }>(page, "portalWebhookEndpoints.create", { url: "http://127.0.0.1:9/hooks", events: ["order.created"], description: "", livemode: false })
  await callPortal(page, "webhookEndpoints.test", { id })
  await page.goto("/webhooks/events")
  await expectOwnTime(page.getByRole("main").locator("time").first())

  await page.goto(`/webhooks/${id}`)
  const deliveries = page.getByRole("list", { name: "Deliveries" })
  await expectOwnTime(deliveries.locator("time").first())
  await deliveries.getByRole("link").first().click()
  await expectOwnTime(page.getByText(/^Attempt/).locator("..").locator("time").first())
  expect(complaints).toEqual([])
  await context.close()
})
