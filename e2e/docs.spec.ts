import { execFile } from "node:child_process"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { promisify } from "node:util"
import { expect, type Locator, type Page, test } from "./test"
import { build } from "esbuild"
import { HaatApiError } from "../src/sdk/errors"
import { Haat } from "../src/sdk/haat"
import { account, callApi, clickCopy, openEmail, signIn, setLocale } from "./marketplace"
import { expectAccessible } from "./accessibility"

test("from an empty browser to the first response in under two minutes", async ({ page, context }) => {
  const startedAt = Date.now()
  const email = `first-${startedAt}@example.in`
  // The pauses that a person makes between actions and keys are counted, not waited for.
  let pausesMs = 0
  const look = (): void => void (pausesMs += 1_200)
  const typeInto = async (field: Locator, text: string): Promise<void> => {
    await field.pressSequentially(text)
    pausesMs += 150 * text.length
  }
  const type = (label: string | RegExp, text: string): Promise<void> =>
    typeInto(page.getByLabel(label, { exact: typeof label === "string" }), text)
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await page.goto("/")
  look()
  await page.getByRole("banner").getByRole("link", { name: "Docs" }).click()
  look()
  await page.getByRole("main").getByRole("link", { name: "Your first call" }).last().click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your first call")
  look()
  const curl = await page.getByRole("group", { name: "2. Fetch your account, curl" }).innerText()
  await page.getByRole("main").getByRole("link", { name: "Create an account" }).click()
  look()
  await type("Name", "Asha Jha")
  await type("Email", email)
  await type(/^Password/, "kamal kachnar palash")
  await page.getByRole("button", { name: "Create account" }).click()
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible()
  await openEmail(page, email, "Confirm your email address")
  look()
  await page.getByRole("link", { name: /\/verify-email\?token=/ }).click()
  await page.waitForURL(/\/verify-email\?token=/)
  await page.getByRole("button", { name: "Confirm email address" }).click()
  look()
  await page.waitForURL((url) => url.pathname !== "/verify-email")
  look()
  await page.getByRole("navigation").getByRole("link", { name: "API keys" }).first().click()
  await page.waitForURL("/keys")
  look()
  await page.getByRole("group", { name: "Mode" }).getByRole("link", { name: "Sandbox" }).click()
  await page.waitForURL("/keys?mode=sandbox")
  look()
  await page.getByRole("button", { name: "Create key" }).click()
  const dialog = page.getByRole("dialog")
  await typeInto(dialog.getByLabel("Name"), "My first key")
  for (const scope of ["profile.read", "catalog.read"])
    await dialog.getByRole("checkbox", { name: scope, exact: true }).check()
  look()
  await dialog.getByRole("button", { name: "Create key" }).click()
  const key = await dialog.getByLabel("API key").inputValue()
  look()
  const { stdout } = await promisify(execFile)("bash", ["-ec", curl], {
    env: { PATH: process.env.PATH, HAAT_KEY: key, NODE_ENV: "test" },
  })
  expect(JSON.parse(stdout)).toMatchObject({ data: { name: "Asha Jha", email }, meta: { livemode: false } })
  expect(Date.now() - startedAt + pausesMs).toBeLessThan(120_000)

  const haat = new Haat({ baseUrl: `${process.env.HAAT_TEST_URL}/v1`, credential: key })
  const me = await haat.getMe()
  expect([me.data.email, me.http.headers.get("x-ratelimit-limit")]).toEqual([email, "100"])
  const products: string[] = []
  for await (const { name } of haat.listProducts({ per_page: 20, in_stock: true }))
    if (products.push(name) === 45) break
  expect(new Set(products).size).toBe(45)
  const refusal: unknown = await haat.listSellerOrders().then(
    () => null,
    (error: unknown) => error,
  )
  expect(refusal).toBeInstanceOf(HaatApiError)
  expect(refusal).toMatchObject({ code: "insufficient_scope" })
})

test("the reference can be tried with the tab's temporary test key", async ({ page }) => {
  await setLocale(page, "hi")
  await page.goto("/docs/reference/getMe")
  await page.getByRole("main").getByRole("link", { name: "साइन इन करें" }).click()
  const { email, password } = account("developer")
  await page.locator("input[type=email]").fill(email)
  await page.locator("input[type=password]").fill(password)
  await page.locator("main form button[type=submit]").first().click()
  await page.waitForURL(/\/docs\/reference\/getMe/)
  await page.getByRole("button", { name: "यहीं आज़माएँ" }).click()
  const creation = page.waitForResponse(/\/api\/trpc\/portalKeys\.create/)
  await page.getByRole("button", { name: "टेस्ट कुंजी बनाकर भेजें" }).click()
  const { secret } = ((await (await creation).json()) as { result: { data: { data: { secret: string } } } }).result.data
    .data
  await expect(page.getByRole("group", { name: "उत्तर", exact: true })).toContainText(`"email": "${email}"`)
  await expect(page.locator("body")).not.toContainText(secret)

  // The key works for other operations too, and is stored only in this tab's memory.
  const navigation = page.getByRole("navigation", { name: "दस्तावेज़", exact: true })
  await navigation.getByText("कैटलॉग", { exact: true }).click()
  await navigation.getByRole("link", { name: "उत्पादों की सूची" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("उत्पादों की सूची")
  await page.getByRole("button", { name: "यहीं आज़माएँ" }).click()
  await page.getByLabel("per_page").fill("500")
  await page.getByRole("button", { name: "अनुरोध भेजें" }).click()
  await expect(page.getByRole("group", { name: "उत्तर", exact: true })).toContainText("validation_failed")
  await expect(page.getByRole("link", { name: "validation_failed: इसका मतलब" })).toHaveAttribute(
    "href",
    "/docs/errors#validation_failed",
  )
  await page.getByLabel("per_page").fill("2")
  await page.getByRole("button", { name: "अनुरोध भेजें" }).click()
  await expect(page.getByRole("group", { name: "उत्तर", exact: true })).toContainText('"per_page": 2')
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie)
  expect(stored).not.toContain(secret)
  await expectAccessible(page)
  expect((await callApi("/v1/me", secret)).status).toBe(200)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole("button", { name: "यह कुंजी रद्द करें" }).click()
  await expect(page.getByRole("button", { name: "टेस्ट कुंजी बनाकर भेजें" })).toBeVisible()
  await expect.poll(async () => (await callApi("/v1/me", secret)).body.error?.code).toBe("token_revoked")
})

test("a tab's key that lacks the scope is replaced by one that has it", async ({ page }) => {
  await signIn(page, account("developer"), "/docs/reference/getMe")
  const makeKey = async (): Promise<string> => {
    const creation = page.waitForResponse(/\/api\/trpc\/portalKeys\.create/)
    await page.getByRole("button", { name: "Create test key and send" }).click()
    return ((await (await creation).json()) as { result: { data: { data: { secret: string } } } }).result.data.data
      .secret
  }
  const turnTo = async (group: string, title: string): Promise<void> => {
    const navigation = page.getByRole("navigation", { name: "Documentation", exact: true })
    await navigation.getByText(group, { exact: true }).click()
    await navigation.getByRole("link", { name: title }).click()
    await page.getByRole("button", { name: "Try it here" }).click()
  }
  const response = page.getByRole("group", { name: "Response", exact: true })
  await page.getByRole("button", { name: "Try it here" }).click()
  const first = await makeKey()

  await turnTo("Webhooks", "List webhook endpoints")
  await expect(page.getByText("This tab’s test key lacks the scope webhooks.manage.")).toBeVisible()
  await expect(page.getByRole("button", { name: "Send request" })).toHaveCount(0)
  const second = await makeKey()
  await expect(response).toContainText('"data": [')
  await expect.poll(async () => (await callApi("/v1/me", first)).body.error?.code).toBe("token_revoked")

  await turnTo("Account", "Retrieve the current account")
  await page.getByRole("button", { name: "Send request" }).click()
  await expect(response).toContainText(`"email": "${account("developer").email}"`)
  expect((await callApi("/v1/webhook-endpoints", second)).status).toBe(200)

  // A scope that no key of the account could have is reported before the request.
  await turnTo("Seller fulfilment", "List seller orders")
  await expect(page.getByText("Only people who handle a store’s orders can call this.")).toBeVisible()
  await page.getByRole("button", { name: "Send request" }).click()
  await expect(response).toContainText("insufficient_scope")
  await page.getByRole("button", { name: "Revoke this key" }).click()
  await expect(page.getByRole("button", { name: "Create test key and send" })).toBeVisible()
})

test("without scripts, the documentation can be read, searched and expanded", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await setLocale(page, "mai")
  await page.goto("/docs")
  await page.getByRole("search").getByRole("searchbox").fill("retry-after")
  await page.getByRole("search").getByRole("button").click()
  await expect(page).toHaveURL(/\/docs\/search\?q=retry-after/)
  await page.getByRole("main").locator("ol").getByRole("link").first().click()
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await page.goto("/docs/guides/first-call")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("अहाँक पहिल कॉल")
  const python = page.getByRole("group", { name: "2. अपन खाता पढ़ू, Python" })
  await expect(python).toBeHidden()
  await page.getByRole("main").getByText("Python", { exact: true }).first().click()
  await expect(python).toBeVisible()
  await expect(python).toContainText("urllib.request")
  await page.goto("/docs/changelog")
  await expect(page.getByText("ई पन्ना एखन मात्र अंग्रेजीमे अछि।")).toBeVisible()
  await expect(page.getByRole("heading", { level: 1 })).toHaveAttribute("lang", "en")
  await context.close()
})

test("the search suggests places while a reader types, by keyboard and with typing errors", async ({ page }) => {
  await page.goto("/docs/guides/first-call")
  const box = page.getByRole("combobox", { name: "Search the documentation" })
  await expect(box).toBeVisible()
  await page.keyboard.press("/")
  await expect(box).toBeFocused()
  await page.keyboard.type("webhok")
  const options = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option")
  await expect(options.first()).toContainText("Receive webhooks")
  await expect(box).toHaveAttribute("aria-expanded", "true")
  await expectAccessible(page)
  await page.keyboard.press("ArrowDown")
  await expect(options.first()).toHaveAttribute("aria-selected", "true")
  await expect(box).toHaveAttribute("aria-activedescendant", (await options.first().getAttribute("id")) ?? "")
  await page.keyboard.press("Escape")
  await expect(options).toHaveCount(0)
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  await page.waitForURL("/docs/guides/receive-webhooks")

  // Enter without a selected suggestion searches; the titles of results name page and heading.
  await page.keyboard.press("/")
  await box.fill("order response")
  await page.keyboard.press("Enter")
  await page.waitForURL(/\/docs\/search\?q=order/)
  await expect(page.getByRole("search")).toHaveCount(1)
  const titles = page.getByRole("main").locator("ol h2")
  await expect(titles.first()).toBeVisible()
  for (const title of await titles.allInnerTexts()) expect(title).not.toMatch(/^(?:Response|Request|Body)$/)
})

test("the list of pages shows the current page, unfolded and scrolled into view", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto("/docs/reference/deliverSandboxSellerOrder")
  const navigation = page.getByRole("navigation", { name: "Documentation", exact: true })
  const current = navigation.locator('[aria-current="page"]')
  await expect(current).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await expect(navigation.getByRole("link", { name: "List products" })).toBeHidden()
  await navigation.getByText("Catalogue", { exact: true }).click()
  await expect(navigation.getByRole("link", { name: "List products" })).toContainText("GET")
})

test("on a phone the texts of a guide's table are below their names, in the width of the page", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/docs/guides/receive-webhooks")
  const table = page.getByRole("group", { name: "Event, When" })
  await expect(table).toBeVisible()
  const [name, text] = await Promise.all(
    ["webhook_endpoint.disabled", "another endpoint of the account was disabled"].map((cell) =>
      table.getByRole("cell", { name: cell, exact: true }).boundingBox(),
    ),
  )
  expect(text?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0))
  expect(text?.height, "one line").toBeLessThan(32)
  expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test("a page is copied as Markdown", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await page.goto("/docs/guides/ship-an-order")
  await clickCopy(
    page.getByRole("button", { name: "Copy as Markdown" }),
    page.getByRole("status").filter({ hasText: "Copied" }),
  )
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^# Ship an order\n/)
})

test("the client and the single-page app guide work in a browser, from another origin", async ({ page, baseURL }) => {
  const { outputFiles } = await build({
    stdin: { contents: 'export * from "./src/sdk/haat"', resolveDir: "." },
    bundle: true,
    write: false,
    platform: "browser",
    format: "esm",
  })
  let guide = ""
  const server: Server = createServer((request, response) => {
    const script = request.url === "/haat.js"
    response
      .writeHead(200, { "content-type": script ? "text/javascript" : "text/html; charset=utf-8" })
      .end(script ? outputFiles[0]?.text : guide)
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    guide = "<title>A page</title>"
    await page.goto(origin)
    const response = await page.evaluate(async (base) => {
      const client = (await import(`${location.origin}/haat.js`)) as { Haat: typeof Haat }
      const haat = new client.Haat({ baseUrl: `${base}/v1` })
      const { data, http } = await haat.getStatus()
      return { status: data.status, requestId: http.requestId }
    }, baseURL)
    expect(response.status).toBe("ok")
    expect(response.requestId).toMatch(/^[0-9a-f-]{36}$/)

    await page.goto(`${baseURL}/docs/guides/oauth-single-page-app`)
    const [code = ""] =
      /<!doctype html>[\s\S]*<\/script>/.exec(
        await page.getByRole("group", { name: "Complete example" }).innerText(),
      ) ?? []
    const clientId = await registerPublicApp(page, `${origin}/`)
    guide = code.replace("haat_client_…", clientId)
    await page.goto(`${origin}/`)
    await page.getByRole("button", { name: "Sign in with Haat" }).click()
    await page.getByRole("button", { name: "Allow", exact: true }).click()
    await expect(page.getByText(/^Hello, /)).toBeVisible()
    await expect(page).toHaveURL((url) => url.search === "")
  } finally {
    server.close()
  }
})

/** Registers an app of the demo's developer, who may use it before it is reviewed. */
async function registerPublicApp(page: Page, redirectUri: string): Promise<string> {
  await signIn(page, account("developer"), "/apps")
  const post = async <Data>(procedure: string, input: unknown): Promise<Data> => {
    const response = await page.request.post(`/api/trpc/${procedure}`, {
      data: input,
      headers: { origin: new URL(page.url()).origin },
    })
    const body = (await response.json()) as { result?: { data: { data: Data } } }
    if (!body.result) throw new Error(`${procedure}: ${JSON.stringify(body)}`)
    return body.result.data.data
  }
  const {
    app: { client_id: clientId },
  } = await post<{ app: { client_id: string } }>("oauthApps.create", { name: "A single page", type: "public" })
  await post("oauthApps.update", {
    client_id: clientId,
    name: "A single page",
    redirect_uris: [redirectUri],
    required_scopes: ["openid", "profile.read"],
    scope_reasons: { openid: "To know who it is.", "profile.read": "To greet by name." },
  })
  return clientId
}
