import { expect, type Page, test } from "./test"
import mai from "../src/i18n/messages/mai.json" with { type: "json" }
import { account, callApi, signIn, setLocale } from "./marketplace"

// The live view of the request log on an unreliable connection.

const t = mai.Requests
const LIVE = /\/api\/requests\/live\?/

async function open(page: Page): Promise<void> {
  await signIn(page, account("developer"), "/requests")
  await setLocale(page, "mai")
  await page.reload()
}

test("an interruption is shown, and requests during it appear afterwards", async ({ page }) => {
  const { live_key } = account("developer")
  const standing = page.getByText(t.live_on)
  await open(page)
  let broken = false
  await page.route(LIVE, (route) => {
    if (broken) return route.abort("connectionrefused")
    broken = true
    return route.fulfill({ status: 200, contentType: "text/event-stream", body: "retry: 300\n\n" })
  })
  // Longer than the minute that the server replays.
  await page.clock.setFixedTime(Date.now() + 120_000)
  await page.getByRole("button", { name: t.live, exact: true }).click()
  await expect(page.getByRole("status").filter({ hasText: t.live_reconnecting })).toBeVisible()
  await expect(standing).toHaveCount(0)
  await callApi("/v1/orders/HT-0000-000021", live_key)
  // It is in the log a second or two after its response.
  await page.waitForTimeout(3_000)
  await expect(page.getByRole("link", { name: /HT-0000-000021/ })).toHaveCount(0)
  await page.unroute(LIVE)
  await expect(standing).toBeVisible()
  await expect(page.getByRole("link", { name: /HT-0000-000021/ })).toBeVisible()
})

test("a silent connection is replaced", async ({ page }) => {
  await page.clock.install()
  await open(page)
  await page.getByRole("button", { name: t.live, exact: true }).click()
  await expect(page.getByText(t.live_on)).toBeVisible()
  const another = page.waitForRequest(LIVE)
  await page.clock.fastForward(60_000)
  await another
  await expect(page.getByText(t.live_on)).toBeVisible()
})

for (const [status, words] of [
  [429, t.live_limited],
  [401, t.live_signed_out],
  [503, t.live_failed],
] as const) {
  test(`status ${status} shows its reason`, async ({ page }) => {
    await open(page)
    await page.route(LIVE, (route) => route.fulfill({ status, json: { error: { code: "refused" } } }))
    await page.getByRole("button", { name: t.live, exact: true }).click()
    await expect(page.getByRole("status").filter({ hasText: words })).toBeVisible()
    await page.unroute(LIVE)
    await page.getByRole("button", { name: t.live, exact: true }).click()
    await expect(page.getByText(t.live_on)).toBeVisible()
  })
}
