import { expect, type Page, test } from "./test"
import { account, callApi, callPortal, signIn } from "./marketplace"
import { signUpVerified } from "./signup"

// Every table's file has the rows of the table, in its order; those of keys, orders of a store and deliveries are in
// the tests of their tables.

function rows(page: Page) {
  return page.getByRole("main").locator("tbody tr")
}

/** The file that the table's link names, line by line, without the head. */
async function exported(page: Page): Promise<string[][]> {
  const href = (await page.getByRole("link", { name: "Export CSV" }).getAttribute("href")) ?? ""
  const response = await page.request.get(href)
  expect(response.headers()["content-type"]).toBe("text/csv; charset=utf-8")
  const lines = (await response.text()).replace("\uFEFF", "").trimEnd().split("\r\n")
  return lines.slice(1).map((line) => line.split(","))
}

/** The text of the first link of each row. */
function shown(page: Page): Promise<string[]> {
  return rows(page).evaluateAll((found) =>
    found.map((row) => (row.querySelector("a")?.textContent ?? "").replace(/\s+/g, " ").trim()),
  )
}

test("the file of the request log has its rows, with their queries", async ({ page, context }) => {
  await signIn(page, await signUpVerified(context, "en"), "/keys")
  const { secret } = await callPortal<{ secret: string }>(page, "portalKeys.create", {
    name: "Reader",
    scopes: ["profile.read", "catalog.read"],
  })
  for (const path of ["/v1/me", "/v1/products?q=rice&sid=unknown", "/v1/products?q=%E0%A4%A6%E0%A4%BE%E0%A4%B2&page=2"])
    expect((await callApi(path, secret)).status).toBe(200)
  await expect(async () => {
    await page.goto("/requests")
    await expect(rows(page)).toHaveCount(3, { timeout: 500 })
  }).toPass({ timeout: 30_000 })
  expect(await shown(page)).toEqual(["GET /v1/products?q=दाल&page=2", "GET /v1/products?q=rice", "GET /v1/me"])
  expect((await exported(page)).map(([, method, path, query]) => [method, path, query])).toEqual([
    ["GET", "/v1/products", "q=%E0%A4%A6%E0%A4%BE%E0%A4%B2&page=2"],
    ["GET", "/v1/products", "q=rice"],
    ["GET", "/v1/me", ""],
  ])
  await page.goto("/requests?path=me")
  expect((await exported(page)).map(([, , path]) => path)).toEqual(["/v1/me"])
})

test("the file of the account's orders has the rows of all pages", async ({ page }) => {
  await signIn(page, account("customer"), "/orders?mode=live")
  const numbers = (await exported(page)).map(([number]) => number)
  expect(numbers.slice(0, 25)).toEqual(await shown(page))
  expect(new Set(numbers).size).toBe(numbers.length)
  await page.goto("/orders?page=99")
  expect(await shown(page)).toEqual(numbers.slice(25 * Math.floor((numbers.length - 1) / 25)))
  await page.goto("/orders?status=delivered&per_page=100")
  expect((await exported(page)).map(([number]) => number)).toEqual(await shown(page))
})

test("the file of a store's offers has the rows of all pages, in their order and columns", async ({ page }) => {
  await signIn(page, account("seller"), "/store/offers?sort=-name&mode=live")
  const skus = () => rows(page).evaluateAll((found) => found.map((row) => row.getAttribute("data-offer")))
  const listed = await skus()
  const file = (await exported(page)).map((line) => line.at(-5))
  expect(new Set(file).size).toBe(file.length)
  expect(file.slice(0, 25)).toEqual(listed)
  await page.goto("/store/offers?sort=-name&page=2")
  expect(file.slice(25, 50)).toEqual(await skus())
  await page.goto("/store/offers?stock=low&columns=sku&per_page=100")
  const low = await exported(page)
  expect(low.map((line) => line.at(-3)).slice(0, 100)).toEqual(await skus())
  expect(low.every((line) => Number(line.at(-2)) <= 5)).toBe(true)
})

test("the file of a break-down of the usage has its rows in their order", async ({ page }) => {
  await signIn(page, account("developer"), "/usage?range=30d&by=endpoint&mode=live")
  for (const sort of ["-requests", "errors"]) {
    await page.goto(`/usage?range=30d&by=endpoint&sort=${sort}`)
    const table = page.getByRole("table").filter({ has: page.getByRole("columnheader", { name: "p95" }) })
    const named = await table
      .locator("tbody tr")
      .evaluateAll((found) => found.map((row) => (row.querySelector("a, th, td")?.textContent ?? "").trim()))
    expect((await exported(page)).map(([operation]) => operation)).toEqual(named)
  }
})

test("without scripts stores are sorted, searched, filtered and opened, and the file has the rows of all pages", async ({
  page: own,
  browser,
}) => {
  await signIn(own, account("staff"), "/staff/stores")
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.HAAT_TEST_URL ?? "" })
  await context.addCookies(await own.context().cookies())
  const page = await context.newPage()
  await page.goto("/staff/stores")
  await page.getByRole("columnheader", { name: "Store" }).getByRole("link").click()
  await expect(page).toHaveURL("/staff/stores?sort=name")
  await page.waitForLoadState()
  const names = await shown(page)
  expect(names).toEqual(names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
  expect((await exported(page)).slice(0, 25).map(([name]) => name)).toEqual(names)
  await page.getByText("Status", { exact: true }).first().click()
  await page.getByRole("link", { name: "Open", exact: true }).click()
  await expect(page).toHaveURL("/staff/stores?sort=name&status=approved")
  await page.waitForLoadState()
  expect(new Set((await exported(page)).map(([, , status]) => status))).toEqual(new Set(["approved"]))
  const [first = ""] = await shown(page)
  await page.getByRole("searchbox").fill(first)
  await page.getByRole("searchbox").press("Enter")
  await expect(page).toHaveURL(/q=/)
  await page.getByRole("link", { name: first, exact: true }).click()
  await expect(page).toHaveURL(/store=/)
  const pane = page.getByRole("complementary", { name: first })
  await expect(pane).toContainText("Owner")
  await expect(pane.getByLabel("Message to the owner")).toBeVisible()
  await pane.getByRole("link", { name: "Close details" }).click()
  await expect(pane).toHaveCount(0)
  await context.close()
})

test("stores are rows of 36 pixels, as are people and connected apps, of which several are removed together", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const heights = () =>
    rows(page).evaluateAll((found) => [...new Set(found.map((row) => row.getBoundingClientRect().height))])
  await signIn(page, account("staff"), "/staff/stores")
  await expect.poll(heights).toEqual([36])
  await page.setViewportSize({ width: 820, height: 900 })
  const widthOf = async (name: string) => (await page.getByRole("columnheader", { name }).boundingBox())?.width ?? 0
  await expect.poll(async () => (await widthOf("Store")) > (await widthOf("Owner"))).toBe(true)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.context().clearCookies()
  await signIn(page, account("seller"), "/store/people?mode=live")
  await expect.poll(heights).toEqual([36])
  const guests = ["ada", "bela"].map((name) => `${name}-${Date.now()}@example.in`)
  for (const email of guests) await callPortal(page, "stores.invite", { email, role: "orders" })
  await page.goto("/store/people?status=invited&sort=-name")
  await expect.poll(heights).toEqual([36])
  for (const email of guests) await page.getByRole("checkbox", { name: `Select ${email}` }).check()
  await page.getByRole("button", { name: "Remove 2 people" }).click()
  const dialog = page.getByRole("dialog")
  await expect(dialog.getByRole("listitem")).toHaveCount(2)
  await dialog.getByRole("button", { name: "Remove 2 people" }).click()
  await expect(dialog).toHaveCount(0)
  for (const email of guests) await expect(page.getByText(email)).toHaveCount(0)
})
