import { type Browser, expect, type Page, test } from "./test"
import { account, demoApp, openEmail, signIn } from "./marketplace"
import { expectDenseRows } from "./page-checks"

async function asRole(browser: Browser, role: Parameters<typeof account>[0], path: string): Promise<Page> {
  const page = await browser.newPage()
  await signIn(page, account(role), path)
  return page
}

async function openTab(page: Page, name: string, path: string): Promise<void> {
  await page.getByRole("navigation", { name: "Parts of the app" }).getByRole("link", { name, exact: true }).click()
  await page.waitForURL(`**${path}`)
}

const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><script>document.title = "taken"</script><circle cx="5" cy="5" r="5" fill="#a23b14"/></svg>`

test("a developer registers an app, and a reviewer requests changes and then approves it", async ({ browser }) => {
  const developer = await asRole(browser, "developer", "/apps")
  await developer.getByRole("button", { name: "Register app" }).click()
  await developer.getByLabel("Name").fill("Tyohar")
  await developer.getByRole("button", { name: "Register", exact: true }).click()
  await expect(developer.getByLabel("Client secret")).toHaveValue(/^haat_cs_\w{36}$/)
  await expect(developer.getByLabel("Client secret")).toBeVisible()
  await developer.keyboard.press("Escape")
  await expect(developer.getByText("After you close this, it cannot be shown again.")).toBeVisible()
  await developer.getByRole("button", { name: "I saved it, close" }).click()
  await developer.waitForURL(/\/apps\/haat_client_\w+$/)
  await expect(developer.getByText("Required before you can submit:")).toBeVisible()
  const app = new URL(developer.url()).pathname

  await developer.getByRole("link", { name: "Complete the settings" }).click()
  await developer.waitForURL(`**${app}/settings`)
  await developer.getByLabel("Redirect URIs").fill("http://tyohar.example/callback")
  await developer.getByRole("button", { name: "Save" }).click()
  await expect(developer.getByLabel("Redirect URIs")).toHaveAccessibleDescription(
    /http is allowed only for 127\.0\.0\.1/,
  )
  await developer.getByLabel("Redirect URIs").fill("https://tyohar.example/callback")
  await developer
    .getByLabel("Choose a logo")
    .setInputFiles({ name: "mark.svg", mimeType: "image/svg+xml", buffer: Buffer.from(MARK) })
  await developer.getByRole("group", { name: "openid" }).getByLabel("Required").check()
  await developer.getByLabel("Reason for openid").fill("To keep your calendar under your account.")
  await developer.getByLabel("Description").fill("Reminds of festivals.")
  await developer.getByLabel("Homepage").fill("https://tyohar.example")
  await developer.getByLabel("Privacy policy").fill("https://tyohar.example/privacy")
  await developer.getByRole("button", { name: "Save" }).click()
  await developer.waitForURL(`**${app}`)
  await expect(developer.getByRole("main").locator("img")).toHaveJSProperty("naturalWidth", 256)

  await openTab(developer, "Test", `${app}/test`)
  await developer.getByRole("textbox", { name: "Redirect URI", exact: true }).fill("https://tyohar.example/callback/")
  await expect(developer.getByText("Not registered for the live version.")).toBeVisible()
  await developer.getByRole("textbox", { name: "Redirect URI", exact: true }).fill("https://tyohar.example/callback")
  await expect(developer.getByText("Matches https://tyohar.example/callback")).toBeVisible()
  await openTab(developer, "Overview", app)
  await developer.getByRole("button", { name: "Submit for review" }).click()
  await expect(developer.getByText("Waiting for review.")).toBeVisible()

  const reviewer = await asRole(browser, "staff", "/staff")
  const decide = async (button: string, words: string): Promise<void> => {
    await reviewer.goto("/staff")
    await reviewer.getByRole("link", { name: "Tyohar", exact: true }).click()
    await reviewer.waitForURL(/\/staff\/apps\//)
    await reviewer.getByLabel("Message to the developer").first().fill(words)
    await reviewer.getByRole("button", { name: button }).click()
    await reviewer.waitForURL((url) => url.pathname === "/staff")
  }
  await decide("Request changes", "Say which festivals.")
  await openEmail(developer, account("developer").email, "Your app needs changes")
  await developer.goto(app)
  await expect(developer.getByRole("blockquote")).toHaveText("Say which festivals.")
  await developer.getByRole("button", { name: "Submit for review" }).click()
  await expect(developer.getByText("Waiting for review.")).toBeVisible()
  await decide("Approve", "Thank you.")
  await developer.reload()
  await expect(developer.getByText("Everyone can use this app.")).toBeVisible()

  await developer.goto("/staff")
  await expect(developer.getByRole("heading", { name: "For staff only" })).toBeVisible()
  await developer.close()
  await reviewer.close()
})

test("a developer finds out in a dense table why a request was refused, and other accounts do not", async ({
  browser,
  request,
  baseURL,
}) => {
  const { client_id } = demoApp("public")
  const log = `/apps/${client_id}/log`
  const developer = await asRole(browser, "developer", `/apps/${client_id}`)
  await openTab(developer, "Log", log)
  await expect(developer.getByRole("heading", { name: "OAuth log" })).toBeVisible()
  const refuse = async (form: Record<string, string>): Promise<string> => {
    const refused = await request.post(`${baseURL}/oauth/token`, { form: { client_id, ...form } })
    return ((await refused.json()) as { request_id: string }).request_id
  }
  const requestIds: string[] = []
  // Ten a minute are logged individually for each reason.
  for (let nth = 0; nth < 10; nth++) {
    await refuse({ grant_type: "password" })
    requestIds.push(await refuse({ grant_type: "authorization_code", code: "haat_ac_never_issued" }))
  }
  await developer.setViewportSize({ width: 1440, height: 900 })
  const rows = developer.getByRole("table", { name: "OAuth log" }).locator("tbody tr")
  await expect(async () => {
    await developer.reload()
    expect(await rows.count()).toBeGreaterThanOrEqual(20)
  }).toPass({ timeout: 30_000 })
  await expectDenseRows(rows)

  const [requestId = ""] = requestIds
  const search = developer.getByRole("searchbox", { name: "Error code or request ID" })
  await search.fill(requestId)
  await search.press("Enter")
  await expect(rows).toHaveCount(1)
  await rows.getByRole("link", { name: "The authorization code does not exist." }).click()
  const details = developer.getByRole("complementary")
  await expect(details).toContainText(requestId)
  await details.getByRole("link", { name: "All requests refused for this reason" }).click()
  await expect(developer).toHaveURL(`${log}?reason=code_unknown`)
  await expect(rows).not.toHaveCount(1)
  await expect(rows.filter({ hasNotText: "The authorization code does not exist." })).toHaveCount(0)
  const stranger = await asRole(browser, "customer", "/connected-apps")
  expect((await stranger.goto(log))?.status()).toBe(404)
})

for (const javaScriptEnabled of [true, false]) {
  test(`an app's tabs are pages of their own, ${javaScriptEnabled ? "with" : "without"} scripts`, async ({
    browser,
    baseURL,
  }) => {
    const { client_id } = demoApp("confidential")
    const path = `/apps/${client_id}`
    const context = await browser.newContext({ baseURL: baseURL ?? "", javaScriptEnabled })
    const page = await context.newPage()
    await signIn(page, account("developer"), path)
    const main = page.getByRole("main")
    const tabs = page.getByRole("navigation", { name: "Parts of the app" })
    const open = tabs.locator("[aria-current=page]")
    await expect(open).toHaveText("Overview")
    await expect(page).toHaveTitle(/^Bahi Khata/)
    for (const [tab, url, shown] of [
      ["Test", `${path}/test`, main.getByRole("link", { name: "Open the sign-in page" }).first()],
      ["Webhooks", `${path}/webhooks`, main.getByRole("link", { name: "Add endpoint" })],
      ["Log", `${path}/log`, main.getByRole("heading", { name: "OAuth log" })],
      ["Settings", `${path}/settings`, main.getByRole("button", { name: "Save" })],
      ["Overview", path, main.getByRole("region", { name: "Credentials" })],
    ] as const) {
      await openTab(page, tab, url)
      await expect(shown).toBeVisible()
      await expect(open).toHaveText(tab)
      await expect(main.getByRole("heading", { level: 1 })).toHaveText(/Bahi Khata$/)
    }
    await page.goBack()
    await page.waitForURL(`**${path}/settings`)
    await expect(open).toHaveText("Settings")

    // Where an app was edited before.
    await page.goto(`${path}/edit`)
    await expect(page).toHaveURL(`${path}/settings`)

    // The sign-in page that a developer tries is the one of the app.
    await page.goto(`${path}/test`)
    const [consent] = await Promise.all([
      context.waitForEvent("page"),
      main.getByRole("link", { name: "Open the sign-in page" }).first().click(),
    ])
    await expect(consent.getByRole("heading", { level: 1 })).toContainText("Bahi Khata")
    await context.close()
  })
}
