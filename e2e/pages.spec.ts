import { readdirSync } from "node:fs"
import { dirname } from "node:path"
import { expect, type Page, test } from "@playwright/test"
import { account, signIn } from "./marketplace"
import { complaintsOf, expectAccessible, scriptWeight } from "./page-checks"
import { addressOf, BUDGETS, PAGES } from "./pages"

const LOCALES = ["en", "hi", "mai"] as const
const ROLES = [undefined, "customer", "seller", "developer", "staff"] as const

test("the table of pages names every one that there is", () => {
  const files = readdirSync("src/app", { recursive: true, encoding: "utf8" }).filter((file) => /(^|[\\/])page\.tsx$/.test(file))
  expect(PAGES.map(({ folder }) => folder).sort()).toEqual(files.map((file) => dirname(file).replaceAll("\\", "/")).sort())
})

/** An endpoint that nobody listens at, with an attempt to look at. */
const makeDelivery = async (page: Page): Promise<void> => {
  const call = (procedure: string, input: object): Promise<{ result: { data: { data: { id: string } } } }> =>
    page.evaluate(
      async ([name, body]) => {
        const response = await fetch(`/api/trpc/${name}`, { method: "POST", headers: { "content-type": "application/json" }, body })
        if (!response.ok) throw new Error(await response.text())
        return response.json() as Promise<{ result: { data: { data: { id: string } } } }>
      },
      [procedure, JSON.stringify(input)] as const,
    )
  const { id } = (await call("portalWebhookEndpoints.create", { url: "http://127.0.0.1:9/hooks", events: ["order.created"], description: "", livemode: false })).result.data.data
  await call("webhookEndpoints.test", { id })
}

for (const locale of LOCALES) {
  for (const role of ROLES) {
    test(`the pages of ${role ?? "everybody"} in ${locale}: accessible, light, and without a complaint`, async ({ page, context, baseURL }) => {
      test.setTimeout(300_000)
      if (role) await signIn(page, account(role))
      if (role === "developer") await makeDelivery(page)
      await context.addCookies([{ name: "haat-locale", value: locale, url: baseURL ?? "" }])
      const complaints = complaintsOf(page)
      for (const shown of PAGES.filter((each) => each.role === role)) {
        const path = await addressOf(page, shown)
        const weight = await scriptWeight(page, path)
        expect.soft(weight, `${path} loads ${Math.round(weight)} KB of scripts`).toBeLessThanOrEqual(BUDGETS[shown.budget])
        await expect.soft(page.locator("html"), path).toHaveAttribute("lang", locale)
        await expectAccessible(page, `${locale}-${shown.folder.replaceAll("/", "-")}`)
      }
      expect(complaints).toEqual([])
    })
  }
}
