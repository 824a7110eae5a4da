import { expect, test } from "./test"
import { formatDate } from "../src/i18n/format"
import words from "../src/i18n/messages/hi.json" with { type: "json" }
import { requestTokens, callApi, authorizeDemoApp, signIn } from "./marketplace"
import { signUpVerified } from "./signup"

const t = words.ConnectedApps

test("in Hindi: a connected app is listed with its scopes and activity, and removing it revokes its tokens", async ({
  page,
  context,
}) => {
  await signIn(page, await signUpVerified(context, "hi"), "/connected-apps")
  await expect(page.getByText(t.empty)).toBeVisible()
  const before = new Date()
  const { access_token: access = "", refresh_token: refresh = "" } = await authorizeDemoApp(page)

  await page.goto("/connected-apps")
  const app = page.locator("tbody tr")
  await expect(app).toHaveCount(1)
  for (const scope of [words.Oauth.scope_openid, words.Oauth.scope_profile, words.Oauth.scope_orders_read])
    await expect(app).toContainText(scope)
  await expect(app.getByText(words.Common.never).last()).toBeVisible()
  const name = await app.getByRole("link").innerText()
  await app.getByRole("link").click()
  const pane = page.getByRole("complementary", { name })
  const days = [before, new Date()].map((day) => formatDate(day, "hi", { zone: "Asia/Kolkata", detected: true }))
  await expect(pane.getByText(new RegExp(`^(${days.join("|")})`))).toBeVisible()
  await expect(pane.getByRole("listitem")).toHaveCount(3)

  expect((await callApi("/v1/orders", access)).status).toBe(200)
  await expect(async () => {
    await page.reload()
    await expect(pane.getByText(words.Common.never)).toHaveCount(0, { timeout: 500 })
  }).toPass()

  await pane.getByRole("button", { name: t.remove_name.replace("{name}", name) }).click()
  const dialog = page.getByRole("dialog")
  await expect(dialog).toContainText(t.remove_text)
  await dialog.getByRole("button", { name: t.remove_submit }).click()
  await expect(page.getByText(t.empty)).toBeVisible()
  await expect.poll(async () => (await callApi("/v1/orders", access)).body.error?.code).toBe("token_revoked")
  expect((await requestTokens({ grant_type: "refresh_token", refresh_token: refresh })).error).toBe("invalid_grant")
})
