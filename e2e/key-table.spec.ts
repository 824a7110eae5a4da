import { expect, type Page, test } from "./test"
import { callApi, callPortal, signIn } from "./marketplace"
import { expectDenseRows } from "./page-checks"
import { backdateKey, signUpVerified } from "./signup"

function rows(page: Page) {
  return page.locator("tbody tr")
}
function names(page: Page) {
  return rows(page).locator("td:nth-child(2) a.font-medium")
}

function create(page: Page, name: string) {
  return callPortal<{ key: { id: string }; secret: string }>(page, "portalKeys.create", {
    name,
    scopes: ["profile.read"],
  })
}

async function recentCalls(page: Page, id: string): Promise<number> {
  const response = await page.request.get(
    `/api/trpc/portalKeys.recentCalls?input=${encodeURIComponent(JSON.stringify({ id }))}`,
  )
  return ((await response.json()) as { result: { data: { calls: number } } }).result.data.calls
}

test("without scripts the keys are sorted, searched and filtered, and the CSV file equals the rows", async ({
  page: own,
  context: ownContext,
  browser,
}) => {
  await signIn(own, await signUpVerified(ownContext, "en"))
  let revoked = ""
  for (const name of ["Pickers", "Accounts of Darbhanga", "Warehouse"]) {
    const { key } = await create(own, name)
    if (name === "Accounts of Darbhanga") await backdateKey(key.id, 31)
    if (name !== "Warehouse") continue
    await callPortal(own, "portalKeys.revoke", { id: key.id })
    revoked = key.id
  }
  // A key that was never used has its first request in place of empty figures.
  await own.goto("/keys")
  await names(own).filter({ hasText: "Pickers" }).click()
  await expect(own.getByRole("group", { name: "This key has not been used yet." })).toContainText("/v1/me")
  await expect(own.getByRole("main").getByRole("heading", { level: 2 })).toHaveText(["Changes"])
  await own.goto(`/keys/${revoked}`)
  await expect(own.getByText("This key was never used, and it no longer works.")).toBeVisible()
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.HAAT_TEST_URL ?? "" })
  await context.addCookies(await ownContext.cookies())
  const page = await context.newPage()
  await page.goto("/keys")
  // Active keys first, then the newest.
  await expect(names(page)).toHaveText(["Pickers", "Accounts of Darbhanga", "Warehouse"])
  expect(
    await names(page).evaluateAll((links) =>
      links.map(({ parentElement: cell }) => (cell ? cell.scrollWidth - cell.clientWidth : NaN)),
    ),
    "no name is cut",
  ).toEqual([0, 0, 0])
  await page.getByRole("columnheader", { name: "Name" }).getByRole("link").click()
  await expect(page).toHaveURL("/keys?sort=name")
  await expect(names(page)).toHaveText(["Accounts of Darbhanga", "Pickers", "Warehouse"])
  const csv = async (): Promise<string[][]> => {
    const href = (await page.getByRole("link", { name: "Export CSV" }).getAttribute("href")) ?? ""
    const text = await (await page.request.get(href)).text()
    return text
      .replace("\uFEFF", "")
      .trimEnd()
      .split("\r\n")
      .map((line) => line.split(","))
  }
  const lines = await csv()
  expect(lines[0]?.slice(0, 3)).toEqual(["name", "key", "status"])
  expect(lines.slice(1).map(([name]) => name)).toEqual(await names(page).allInnerTexts())
  await page.getByRole("link", { name: "Unused for 30 days" }).click()
  await expect(page).toHaveURL(/unused=1/)
  await expect(names(page)).toHaveText(["Accounts of Darbhanga"])
  expect((await csv()).slice(1).map(([name]) => name)).toEqual(["Accounts of Darbhanga"])
  await page.goto("/keys?status=revoked")
  // Nothing can be done with them together.
  await expect(page.getByRole("main").getByRole("checkbox", { name: /^Select/ })).toHaveCount(0)
  await expect(names(page)).toHaveText(["Warehouse"])
  await page.goto("/keys")
  await page.getByRole("searchbox").fill("pick")
  await page.getByRole("searchbox").press("Enter")
  await expect(names(page)).toHaveText(["Pickers"])
  await page.getByRole("searchbox").fill("nothing")
  await page.getByRole("searchbox").press("Enter")
  await expect(page.getByText("No keys match.")).toBeVisible()
  await context.close()
})

test("18 keys of 36 pixels fit on a screen, and several are revoked together after their calls are shown", async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, await signUpVerified(context, "en"))
  for (let number = 1; number <= 23; number++) await create(page, `Key ${String(number).padStart(2, "0")}`)
  const used = await create(page, "Used")
  const spare = await create(page, "Spare")
  expect((await callApi("/v1/me", used.secret)).status).toBe(200)
  await page.goto("/keys")
  await expect(rows(page)).toHaveCount(25)
  await expectDenseRows(rows(page))

  // The dialog asks once, and the log has a request a moment after its response.
  await expect.poll(() => recentCalls(page, used.key.id)).toBe(1)
  await page.getByRole("checkbox", { name: "Select Used" }).check()
  await page.getByRole("checkbox", { name: "Select Spare" }).check()
  await page.getByRole("button", { name: "Revoke 2 keys" }).click()
  const dialog = page.getByRole("dialog")
  await expect(dialog).toHaveAccessibleName("Revoke 2 keys?")
  await expect(dialog.getByText("1 request in the last 24 hours.")).toBeVisible()
  await expect(dialog.getByRole("listitem")).toHaveCount(2)
  await dialog.getByRole("button", { name: "Revoke 2 keys" }).click()
  await expect(dialog).toHaveCount(0)
  for (const { secret } of [used, spare])
    await expect
      .poll(async () => (await callApi("/v1/me", secret)).body.error?.code, { timeout: 5_000, intervals: [100] })
      .toBe("token_revoked")
  await expect(rows(page).getByText("Revoked", { exact: true })).toHaveCount(2)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expect(page.getByRole("button", { name: "Create key" })).toBeInViewport()
  await expect.poll(async () => (await rows(page).first().boundingBox())?.y).toBeLessThan(400)

  // The menu of the last row is not cut, by keyboard too.
  await rows(page)
    .nth(22)
    .getByRole("button", { name: /^Actions for/ })
    .press("Enter")
  await expect(page.getByRole("button", { name: /^Edit / })).toBeFocused()
  await page.keyboard.press("ArrowUp")
  await expect(page.getByRole("button", { name: /^Revoke Key/ })).toBeFocused()
  await expect(page.getByRole("button", { name: /^Revoke Key/ })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press("Escape")
  await expect(
    rows(page)
      .nth(22)
      .getByRole("button", { name: /^Actions for/ }),
  ).toBeFocused()
})
