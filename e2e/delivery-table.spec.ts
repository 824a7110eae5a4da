import { expect, test } from "./test"
import { callPortal, signIn } from "./marketplace"
import { signUpVerified } from "./signup"

test("deliveries are rows of 36 pixels, their filters are in the URL, and several are sent again together", async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, await signUpVerified(context, "en"), "/webhooks")
  const { id } = await callPortal<{ id: string }>(page, "webhookEndpoints.create", {
    url: "http://127.0.0.1:9/hooks",
    events: ["order.created"],
    description: "",
  })
  for (const type of ["ping", "order.created", "ping"]) await callPortal(page, "webhookEndpoints.test", { id, type })
  await page.goto(`/webhooks/${id}`)
  const rows = page.getByRole("table", { name: "Deliveries" }).locator("tbody tr")
  await expect(rows).toHaveCount(3)
  await expect
    .poll(() => rows.evaluateAll((found) => found.map((row) => row.getBoundingClientRect().height)))
    .toEqual([36, 36, 36])
  // No attempt follows a test, so that no column says when.
  await expect(page.getByRole("columnheader", { name: "Next attempt" })).toHaveCount(0)

  await page.locator("summary", { hasText: "Event" }).click()
  await page.locator("details[open]").getByRole("link", { name: "ping", exact: true }).click()
  await expect(page).toHaveURL(`/webhooks/${id}?type=ping`)
  await expect(rows).toHaveCount(2)
  await page.locator("summary", { hasText: "Export" }).click()
  const file = page.getByRole("link", { name: "CSV", exact: true })
  await expect(file).toHaveAttribute("href", /type=ping/)
  const href = (await file.getAttribute("href")) ?? ""
  const lines = (await (await page.request.get(href)).text()).trimEnd().split("\r\n")
  expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(
    await rows.evaluateAll((found) =>
      found.map((row) => row.querySelector("a")?.getAttribute("href")?.split("/").at(-1)),
    ),
  )

  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check()
  await page.getByRole("button", { name: "Redeliver 2 deliveries" }).click()
  await expect(page.getByText("2 deliveries are being sent again.")).toBeVisible()
  await expect(page.getByText("2 selected")).toHaveCount(0)
  const attempts = (place: number) => rows.nth(place).locator("td:visible").nth(5)
  for (const place of [0, 1]) await expect(attempts(place)).toHaveText("2", { timeout: 30_000 })

  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
