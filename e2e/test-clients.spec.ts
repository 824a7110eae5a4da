import { createHash } from "node:crypto"
import { expect, type Page, test } from "./test"
import words from "../src/i18n/messages/en.json" with { type: "json" }
import { account, callApi, signIn } from "./marketplace"
import { expectAccessible } from "./accessibility"
import { signUpVerified } from "./signup"

const { OauthApps: t, Oauth: consent, ConnectedApps: connected } = words
const CALLBACK = "http://127.0.0.1:48211/callback"
const VERIFIER = "a-verifier-as-long-as-it-has-to-be-and-no-secret"

interface Credentials {
  clientId: string
  secret: string
}

/** Reads a secret that is shown only once, and closes its dialog. */
async function takeSecret(page: Page): Promise<string> {
  await expect(page.getByLabel(t.secret)).toHaveValue(/^haat_cs_\w{36}$/)
  const secret = await page.getByLabel(t.secret).inputValue()
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: words.Common.secret_leave_go }).click()
  return secret
}

function section(page: Page) {
  return page.getByRole("region", { name: t.test_client })
}

async function openTestTab(page: Page): Promise<void> {
  await page.getByRole("navigation", { name: t.tabs }).getByRole("link", { name: t.tab_test }).click()
  await page.waitForURL("**/test")
}

/** Registers an app and creates its test client, as its developer. */
async function createTestClient(developer: Page): Promise<Credentials> {
  await developer.getByRole("button", { name: t.create }).click()
  await developer.getByLabel(t.name, { exact: true }).fill("Hisaab")
  await developer.getByRole("button", { name: t.create_submit, exact: true }).click()
  await takeSecret(developer)
  await developer.waitForURL(/\/apps\/haat_client_\w+$/)
  await openTestTab(developer)
  await section(developer).getByRole("button", { name: t.test_create }).click()
  const dialog = developer.getByRole("dialog")
  await dialog.getByLabel(t.redirects).fill("http://hisaab.example/callback")
  await dialog.getByRole("button", { name: t.test_create }).click()
  await expect(dialog.getByLabel(t.redirects)).toHaveAccessibleDescription(/http is allowed only for 127\.0\.0\.1/)
  await dialog.getByLabel(t.redirects).fill("http://127.0.0.1/callback")
  await dialog.getByRole("button", { name: t.test_create }).click()
  const secret = await takeSecret(developer)
  await expect(section(developer).getByText("http://127.0.0.1/callback")).toBeVisible()
  const clientId = await section(developer).locator("code").first().innerText()
  return { clientId, secret }
}

/** Consents on the page of an authorization request, and returns the access token. */
async function connect(page: Page, { clientId, secret }: Credentials): Promise<string> {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: CALLBACK,
    scope: "sandbox.manage",
    code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
    code_challenge_method: "S256",
  })
  await page.goto(`/oauth/authorize?${query}`)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hisaab wants to access your Haat sandbox")
  await expect(page.locator("#sandbox-notice")).toContainText(consent.test_text)
  await expect(page.locator("#sandbox-notice")).toContainText(consent.test_self)
  await page.getByRole("checkbox", { name: consent.scope_sandbox_manage }).check()
  await expectAccessible(page)
  // Nothing listens at the app's URL.
  const [callback] = await Promise.all([
    page.waitForRequest((request) => request.url().startsWith(CALLBACK)),
    page.locator("#allow").click(),
  ])
  await page.waitForURL("chrome-error://chromewebdata/", { waitUntil: "commit" })
  const response = await fetch(`${process.env.HAAT_TEST_URL}/oauth/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: new URL(callback.url()).searchParams.get("code") ?? "",
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
    }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

test("a developer creates a test client, connects it to their sandbox, and deletes it", async ({
  browser,
  context,
}) => {
  const developer = await browser.newPage()
  await signIn(developer, account("developer"), "/apps")
  const credentials = await createTestClient(developer)
  const token = await connect(developer, credentials)
  expect((await callApi("/v1/sandbox", token)).status).toBe(200)
  expect((await callApi("/v1/me", token)).body.error?.code).toBe("insufficient_scope")

  await developer.goto("/connected-apps?mode=live")
  await expect(developer.getByRole("link", { name: "Hisaab" })).toHaveCount(0)
  await developer.goto("/connected-apps?mode=sandbox")
  await expect(developer.getByRole("table", { name: connected.lead_sandbox })).toBeVisible()
  await expect(developer.getByRole("link", { name: "Hisaab" })).toBeVisible()
  await expectAccessible(developer)

  // The app is a draft, so that nobody else can sign in with either client.
  const stranger = await context.newPage()
  await signIn(stranger, await signUpVerified(context, "en"), "/connected-apps")
  const refused = await stranger.goto(
    `/oauth/authorize?client_id=${credentials.clientId}&redirect_uri=${encodeURIComponent(CALLBACK)}&response_type=code&scope=sandbox.manage`,
  )
  expect(refused?.status()).toBe(400)

  await developer.goto("/apps")
  await developer.getByRole("link", { name: "Hisaab" }).click()
  await openTestTab(developer)
  await section(developer).getByRole("button", { name: t.test_delete }).click()
  await expect(developer.getByRole("dialog")).toHaveAccessibleDescription(words.Common.test)
  await developer.getByRole("dialog").getByRole("button", { name: t.test_delete_submit }).click()
  await expect(section(developer).getByRole("button", { name: t.test_create })).toBeVisible()
  await expect.poll(async () => (await callApi("/v1/sandbox", token)).body.error?.code).toBe("token_revoked")
  await developer.close()
})
