import { expect, type Locator, test } from "@playwright/test"
import { account, callPortal, signIn } from "./marketplace"
import { signUpVerified } from "./signup"

const live = (within: Locator): Locator => within.getByTitle("Real orders and real customers")
const sandbox = (within: Locator): Locator => within.getByTitle("Sandbox: nothing real can be changed")

test("keys, endpoints and requests show their mode", async ({ page, context }) => {
  await signIn(page, await signUpVerified(context, "en"))
  const secrets: Record<string, string> = {}
  for (const mode of ["live", "test"] as const) {
    secrets[mode] = (
      await callPortal<{ secret: string }>(page, "apiKeys.create", {
        name: `The ${mode} one`,
        mode,
        scopes: ["profile.read"],
      })
    ).secret
    for (const gone of [true, false]) {
      const url = `http://127.0.0.1:9/${mode}/${gone ? "gone" : "here"}`
      const { id } = await callPortal<{ id: string }>(page, "portalWebhookEndpoints.create", {
        url,
        events: ["order.created"],
        description: "",
        livemode: mode === "live",
      })
      if (gone) await callPortal(page, "webhookEndpoints.delete", { id })
    }
  }
  await page.goto("/keys")
  await expect(live(page.getByRole("listitem").filter({ hasText: "The live one" }))).toHaveText("Live")
  await expect(sandbox(page.getByRole("listitem").filter({ hasText: "The test one" }))).toHaveText("Test")
  await page.getByRole("button", { name: "Roll The test one" }).click()
  await expect(sandbox(page.getByRole("dialog"))).toBeVisible()
  await page.keyboard.press("Escape")
  for (const action of ["Edit", "Revoke"]) {
    await page.getByRole("button", { name: `${action} The live one` }).click()
    await expect(live(page.getByRole("dialog"))).toBeVisible()
    await page.keyboard.press("Escape")
  }

  await page.goto("/webhooks")
  await page
    .getByText(/^Deleted/)
    .first()
    .click()
  for (const state of ["here", "gone"]) {
    await expect(
      live(page.getByRole("listitem").filter({ has: page.getByRole("link", { name: `/live/${state}` }) })),
    ).toBeVisible()
    await expect(
      sandbox(page.getByRole("listitem").filter({ has: page.getByRole("link", { name: `/test/${state}` }) })),
    ).toBeVisible()
  }

  // The sandbox's request is found by its id from the live log, and is marked as a test.
  await page.goto("/requests?mode=live")
  await expect(live(page.getByRole("main"))).toBeVisible()
  const response = await fetch(`${process.env.HAAT_TEST_URL}/v1/me`, {
    headers: { authorization: `Bearer ${secrets.test}` },
  })
  await expect(async () => {
    await page.goto(`/requests?mode=live&id=${response.headers.get("x-request-id")}`)
    await expect(page.getByRole("link", { name: /GET \/v1\/me/ })).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 30_000 })
  await expect(sandbox(page.getByRole("main"))).toBeVisible()
  await expect(live(page.getByRole("main"))).toHaveCount(0)
})

test("every endpoint action shows the mode", async ({ page, context }) => {
  await signIn(page, await signUpVerified(context, "en"))
  const dialog = page.getByRole("dialog")
  for (const [livemode, mine] of [
    [true, live],
    [false, sandbox],
  ] as const) {
    await page.goto("/webhooks/new")
    await page.getByLabel("Address").fill("http://127.0.0.1:9/hooks")
    await page.getByRole("radio", { name: livemode ? "Live" : "Test" }).check()
    await page.getByRole("button", { name: "Add endpoint" }).click()
    await expect(dialog).toHaveAccessibleName("Copy the signing secret now")
    await expect(dialog).toHaveAccessibleDescription(livemode ? "Live" : "Test")
    await dialog.getByRole("button", { name: "Done" }).click()
    await expect(mine(dialog)).toBeVisible()
    await dialog.getByRole("button", { name: "I saved it, close" }).click()
    await page.waitForURL(/\/webhooks\/we_/)

    const panel = page.getByRole("region", { name: "Test", exact: true })
    await expect(mine(panel)).toBeVisible()
    await panel.getByRole("button").click()
    const rows = page.getByRole("list", { name: "Deliveries" }).getByRole("listitem")
    await expect(mine(rows)).toHaveCount(1)
    for (const button of ["Rotate secret", "Redeliver failed", "Delete endpoint"]) {
      await page.getByRole("button", { name: button }).click()
      await expect(mine(dialog)).toBeVisible()
      await page.keyboard.press("Escape")
      await expect(dialog).toHaveCount(0)
    }
  }
})

test("a store's orders show live mode, and sandbox orders test mode", async ({ page }) => {
  await signIn(page, account("seller"), "/store")
  await expect(live(page.getByRole("heading", { level: 1 }))).toBeVisible()
  const orders = page.locator("[data-order]")
  await expect(orders.first()).toBeVisible()
  await expect(live(orders)).toHaveCount(await orders.count())
  const dialog = page.getByRole("dialog")
  for (const [status, buttons] of [
    ["confirmed", [/^Ship /, /^Refund /, /^Cancel /]],
    ["shipped", [/^Mark as delivered: /]],
  ] as const) {
    await page.goto(`/store?status=${status}`)
    for (const name of buttons) {
      await page.getByRole("main").getByRole("button", { name }).first().click()
      await expect(live(dialog)).toBeVisible()
      await expect(dialog).toHaveAccessibleDescription("Live")
      await page.keyboard.press("Escape")
      await expect(dialog).toHaveCount(0)
    }
  }

  await page.goto("/store/sandbox")
  await expect(sandbox(page.getByRole("heading", { level: 1 }))).toBeVisible()
  await page.getByRole("button", { name: "Place test order" }).click()
  const placed = page.getByRole("status").filter({ hasText: "is placed" })
  const [number = ""] = /HT-[\d-]+/.exec((await placed.textContent()) ?? "") ?? []
  const order = page.locator(`[data-order="${number}"]`)
  await expect(order).toContainText("2 events")
  await order.getByRole("button", { name: /^Confirm / }).click()
  for (const name of [/^Ship /, /^Refund /, /^Cancel /]) {
    await order.getByRole("button", { name }).click()
    await expect(sandbox(dialog)).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(dialog).toHaveCount(0)
  }
})
