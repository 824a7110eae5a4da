import { expect, test } from "./test"
import { account, callPortal, setLocale, signIn } from "./marketplace"
import { expectAccessible } from "./accessibility"
import { signUpVerified } from "./signup"
import en from "../src/i18n/messages/en.json" with { type: "json" }
import mai from "../src/i18n/messages/mai.json" with { type: "json" }

test("the palette opens by Ctrl-K and is loaded only then; arrows and Enter open a page", async ({ page, context }) => {
  await signIn(page, await signUpVerified(context, "en"), "/overview")
  await page.waitForLoadState("networkidle")
  const scripts: string[] = []
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()))
  const palette = page.getByRole("dialog", { name: en.Palette.title })
  await expect(palette).toHaveCount(0)
  await page.keyboard.press("Control+k")
  const field = palette.getByRole("combobox")
  await expect(field).toBeFocused()
  expect(scripts.length).toBeGreaterThan(0)
  await expectAccessible(page)
  await page.keyboard.type("reques")
  await expect(palette.getByRole("option", { name: en.Nav.requests })).toBeVisible()
  await expect(palette.getByRole("option", { selected: true })).toHaveCount(1)
  await expect(field).toHaveAttribute("aria-activedescendant", /./)
  await page.keyboard.press("Enter")
  await page.waitForURL("/requests")
  await expect(palette).toHaveCount(0)

  // Escape closes it and returns the focus; the visible button opens it too.
  const button = page.getByRole("button", { name: en.Palette.open })
  await button.click()
  await expect(field).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(palette).toHaveCount(0)
  await expect(button).toBeFocused()
})

test("what is typed before the palette's code has arrived is searched for", async ({ page, context }) => {
  await signIn(page, await signUpVerified(context, "en"), "/overview")
  await page.waitForLoadState("networkidle")
  let arrive = (): void => undefined
  const code = new Promise<void>((resolve) => (arrive = resolve))
  await page.route(/\.js(\?|$)/, async (route) => {
    await code
    await route.continue()
  })
  await page.keyboard.press("Control+k")
  await page.keyboard.type("requesx", { delay: 5 })
  await page.keyboard.press("Backspace")
  arrive()
  const field = page.getByRole("dialog", { name: en.Palette.title }).getByRole("combobox")
  await expect(field).toBeFocused()
  await expect(field).toHaveValue("reques")
  await page.keyboard.type("t")
  await expect(field).toHaveValue("request")
  await page.keyboard.press("Enter")
  await page.waitForURL("/requests")
})

test("the palette finds keys, actions, request ids, orders by number and documentation", async ({ page, context }) => {
  await signIn(page, await signUpVerified(context, "en"), "/overview")
  await callPortal(page, "portalKeys.create", { name: "Warehouse sync", scopes: ["profile.read"] })
  await page.reload()
  const palette = page.getByRole("dialog", { name: en.Palette.title })
  const search = async (text: string): Promise<void> => {
    await page.getByRole("button", { name: en.Palette.open }).click()
    await palette.getByRole("combobox").fill(text)
  }
  await search("warehouse")
  await palette.getByRole("option", { name: "Warehouse sync" }).click()
  await page.waitForURL(/\/keys\/key_/)
  await search("create")
  await palette.getByRole("option", { name: en.Palette.create_key }).click()
  await expect(page.getByRole("dialog", { name: en.Keys.create_title })).toBeVisible()
  await page.keyboard.press("Escape")
  const id = "0193a2b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b"
  await search(id)
  await page.keyboard.press("Enter")
  await page.waitForURL(`/requests?id=${id}`)
  await search("order")
  await expect(palette.getByRole("option", { selected: true })).toHaveText(en.Nav.orders)
  await page.keyboard.press("Escape")
  await search("log out")
  await expect(palette.getByRole("option", { selected: true })).toHaveText(en.Nav.sign_out)
  await page.keyboard.press("Escape")
  // Pages forgive typing errors too, and come before the documentation.
  await search("webhok")
  const guide = palette.getByRole("option", { name: "Receive webhooks" }).first()
  await expect(guide).toBeVisible()
  await expect(palette.getByRole("option", { selected: true })).toHaveText(en.Nav.webhooks)
  await guide.click()
  await page.waitForURL(/\/docs\/guides\/receive-webhooks/)
  await search("hindi")
  await page.keyboard.press("Enter")
  await expect(page.locator("html")).toHaveAttribute("lang", "hi")
})

test("in Maithili: an order is opened by its number, and without an account the documentation is found", async ({
  page,
}) => {
  await setLocale(page, "mai")
  await page.goto("/docs")
  await page.keyboard.press("Control+k")
  const palette = page.getByRole("dialog", { name: mai.Palette.title })
  await expect(palette.getByRole("combobox")).toBeFocused()
  await expect(palette.getByText(mai.Palette.group_pages, { exact: true })).toHaveCount(0)
  await page.keyboard.type("pagination zzz")
  await expect(palette.getByText(mai.Palette.empty)).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(palette).toHaveCount(0)
  // "/" moves to the search of the documentation.
  await page.keyboard.press("/")
  await expect(page.getByRole("combobox", { name: mai.DocsSearch.label })).toBeFocused()

  await signIn(page, account("customer"), "/orders")
  const number = ((await page.getByRole("main").locator("a[href^='/orders/HT-']").first().getAttribute("href")) ?? "")
    .split("/")
    .at(-1)
  await page.keyboard.press("Control+k")
  await expect(palette.getByRole("combobox")).toBeFocused()
  await page.keyboard.type((number ?? "").toLowerCase())
  await expect(
    palette.getByRole("option", { name: mai.Palette.open_order.replace("{number}", number ?? "") }),
  ).toBeVisible()
  await page.keyboard.press("Enter")
  await page.waitForURL(`/orders/${number}`)
})
