import { readFileSync } from "node:fs"
import { type BrowserContext, expect, type Page, test } from "./test"
import { LOCALE_COOKIE } from "../src/i18n/locale-cookie"
import { openEmail } from "./marketplace"
import { PASSWORD, signUp } from "./signup"
import { expectAccessible } from "./accessibility"

// The settings, in Maithili.

/** Follows the link in the open email. */
async function follow(page: Page, path: string): Promise<void> {
  const link = new RegExp(`/${path}\\?token=`)
  await page.getByRole("main").getByRole("link", { name: link }).click()
  await page.waitForURL(link)
}

async function newAccount(
  page: Page,
  context: BrowserContext,
  baseURL = "",
  path = "/settings/profile",
): Promise<string> {
  await context.addCookies([{ name: LOCALE_COOKIE, value: "mai", url: baseURL }])
  const { email } = await signUp(context, "mai")
  await openEmail(page, email, "अपन ई-मेल पता पक्का करू")
  await follow(page, "verify-email")
  await page.getByRole("button", { name: "ई-मेल पता पक्का करू" }).click()
  await page.waitForURL("/overview")
  await page.goto(path)
  return email
}

async function signIn(page: Page, email: string, password: string, path: string): Promise<void> {
  await page.goto(`/sign-in?return=${encodeURIComponent(path)}`)
  await page.getByLabel("ई-मेल").fill(email)
  await page.getByLabel("पासवर्ड", { exact: true }).fill(password)
  await page.getByRole("button", { name: "साइन इन करू", exact: true }).click()
}

test("changes of name, picture and language persist", async ({ page, context, baseURL }) => {
  // A large picture on a slow phone: saved before it has been read.
  await page.addInitScript(() => {
    File.prototype.arrayBuffer = async function (this: File) {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      return new Response(this).arrayBuffer()
    }
  })
  await newAccount(page, context, baseURL)
  await page.getByRole("textbox", { name: "नाम" }).fill("आशा मिश्र")
  await page.getByLabel("फोटो चुनू").setInputFiles({
    name: "me.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="#a03a14"/></svg>',
    ),
  })
  await page.getByRole("button", { name: "प्रोफाइल सहेजू" }).click()
  await expect(page.getByText("सहेजल गेल।")).toBeVisible()
  await page.reload()
  await expect(page.getByRole("textbox", { name: "नाम" })).toHaveValue("आशा मिश्र")
  await expect(page.locator("main img")).toHaveAttribute("src", /\/media\/avatars\/[0-9a-f-]+\.png$/)
  await page
    .getByLabel("फोटो चुनू")
    .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("no picture") })
  await page.getByRole("button", { name: "प्रोफाइल सहेजू" }).click()
  await expect(page.getByText("बेसीसँ बेसी 512 KB केर PNG, JPEG, WebP वा SVG फोटो चुनू।")).toBeVisible()

  await page.getByLabel("English").check()
  await page.getByRole("button", { name: "भाषा सहेजू" }).click()
  await expect(page.locator("html")).toHaveAttribute("lang", "en")
  const me = (await (await page.request.get("/api/trpc/me.get")).json()) as {
    result: { data: { data: { locale: string } } }
  }
  expect(me.result.data.data.locale).toBe("en")
  await page.getByLabel("मैथिली").check()
  await page.getByRole("button", { name: "Save language" }).click()
  await expect(page.locator("html")).toHaveAttribute("lang", "mai")
  await context.clearCookies({ name: LOCALE_COOKIE })
  await page.reload()
  await expect(page.locator("html"), "a browser that knows only the account").toHaveAttribute("lang", "mai")
})

test("a forgotten password is reset by the emailed link", async ({ page, context, baseURL }) => {
  const email = await newAccount(page, context, baseURL)
  await page.getByRole("button", { name: "साइन आउट" }).first().click()
  await page.waitForURL("/")
  await page.goto("/sign-in")
  await page.getByRole("link", { name: "पासवर्ड बिसरि गेलहुँ?" }).click()
  await page.waitForURL("/forgot-password")
  await page.getByLabel("ई-मेल").fill(email)
  await page.getByRole("button", { name: "लिंक पठाउ" }).click()
  await expect(page.getByRole("heading", { name: "अपन मेल देखू" })).toBeFocused()
  await openEmail(page, email, "अपन पासवर्ड रीसेट करू")
  await follow(page, "reset-password")
  const link = page.url()
  await page.getByLabel("नव पासवर्ड").fill("short")
  await page.getByRole("button", { name: "नव पासवर्ड सहेजू" }).click()
  await expect(page.getByText("कमसँ कम 10 अक्षर राखू।")).toBeVisible()
  await expectAccessible(page)
  const otherPage = await context.newPage()
  await otherPage.goto(link)
  await page.getByLabel("नव पासवर्ड").fill("a quite new password")
  await page.getByRole("button", { name: "नव पासवर्ड सहेजू" }).click()
  await expect(page.getByRole("heading", { name: "पासवर्ड बदलि गेल" })).toBeFocused()
  await expect(page.getByRole("link", { name: "API कुंजी आ जुड़ल ऐप सेहो बन्द करू" })).toHaveAttribute(
    "href",
    "/sign-in?return=%2Fsettings%2Fsecurity%23access",
  )
  await otherPage.getByLabel("नव पासवर्ड").fill("another new password")
  await otherPage.getByRole("button", { name: "नव पासवर्ड सहेजू" }).click()
  const isUsed = { name: "ई लिंक काज नहि करैत अछि" }
  await expect(otherPage.getByRole("heading", isUsed)).toBeFocused()
  await otherPage.close()
  // A link that is used already shows no form.
  await page.goto(link)
  await expect(page.getByRole("heading", isUsed)).toBeVisible()
  await expect(page.getByLabel("नव पासवर्ड")).toHaveCount(0)
  await signIn(page, email, "a quite new password", "/settings/security")
  await page.waitForURL("/settings/security")
})

test("changing the password requires the current one", async ({ page, context, baseURL }) => {
  await newAccount(page, context, baseURL, "/settings/security")
  const change = page.getByRole("button", { name: "पासवर्ड बदलू" })
  await page.getByLabel("एखनुक पासवर्ड").fill("not the password")
  await page.getByLabel("नव पासवर्ड").fill("a quite new password")
  await change.click()
  await expect(page.getByText("पासवर्ड गलत अछि।")).toBeVisible()
  await expect(page.getByLabel("एखनुक पासवर्ड")).toBeFocused()
  await page.getByLabel("एखनुक पासवर्ड").fill(PASSWORD)
  await change.click()
  await expect(page.getByText("पासवर्ड बदलि गेल।")).toBeVisible()
  // Access that does not need the password is offered for revocation too.
  await page.getByLabel("एखनुक पासवर्ड").fill("a quite new password")
  await page.getByLabel("नव पासवर्ड").fill("qwertyuiop123")
  await change.click()
  await expect(page.getByText("बहुत आम अछि")).toBeVisible()
  await expect(page.getByText("कोनो API कुंजी चालू नहि अछि आ कोनो ऐप जुड़ल नहि अछि।")).toBeVisible()
  await page.getByRole("button", { name: "कुंजी आ ऐप बन्द करू" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "कुंजी आ ऐप एखने बन्द करू" }).click()
  await expect(page.getByText("सभ API कुंजी, जुड़ल ऐप आ आन सत्र बन्द भऽ गेल अछि।")).toBeVisible()
  await expectAccessible(page)
})

test("an email address changes after both addresses have confirmed", async ({ page, context, baseURL }) => {
  const email = await newAccount(page, context, baseURL, "/settings/account")
  const moved = `moved-${email}`
  await page.getByLabel("नव ई-मेल पता").fill("nobody")
  await page.getByRole("button", { name: "ई-मेल पता बदलू" }).click()
  await expect(page.getByText("ई-मेल पता लिखू, जेना asha@example.in।")).toBeVisible()
  await page.getByLabel("नव ई-मेल पता").fill(moved)
  await page.getByRole("button", { name: "ई-मेल पता बदलू" }).click()
  await expect(page.getByText("पुरान पता एखन अनुमति नहि देलक अछि।")).toBeVisible()
  await expectAccessible(page)
  await openEmail(page, moved, "अपन नव ई-मेल पता पक्का करू")
  await follow(page, "confirm-email-change")
  await page.getByRole("button", { name: "ई पता पक्का करू" }).click()
  await expect(page.getByRole("heading", { name: "एकटा पुष्टि आर बाकी अछि" })).toBeFocused()
  await openEmail(page, email, "खाताक नव ई-मेल पताकेँ अनुमति दिअ?")
  await follow(page, "confirm-email-change")
  await expect(page.getByRole("button", { name: "बदलाव रद्द करू; ई हम नहि छलहुँ" })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole("button", { name: "बदलावक अनुमति दिअ" }).click()
  await expect(page.getByRole("heading", { name: "ई-मेल पता बदलि गेल" })).toBeFocused()
  await page.getByRole("link", { name: "खाताक सेटिंग खोलू" }).click()
  await expect(page.getByText(`एखन ${moved}।`)).toBeVisible()
})

test("an account exports its data and is deleted", async ({ page, context, baseURL }) => {
  const email = await newAccount(page, context, baseURL, "/settings/account")
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "हमर डेटा डाउनलोड करू" }).click(),
  ])
  const data = JSON.parse(readFileSync(await download.path(), "utf8")) as { account: { email: string; name: string } }
  expect([download.suggestedFilename(), data.account]).toMatchObject(["haat-account.json", { email, name: "आशा झा" }])
  await page.getByRole("button", { name: "हमर खाता हटाउ" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel(`पुष्टिक लेल ${email} लिखू`).fill("somebody@example.in")
  await dialog.getByRole("button", { name: "हमर खाता सभ दिनक लेल हटाउ" }).click()
  await expect(dialog.getByText("ई खाताक पता नहि अछि।")).toBeVisible()
  await dialog.getByLabel(`पुष्टिक लेल ${email} लिखू`).fill(email)
  await dialog.getByRole("button", { name: "हमर खाता सभ दिनक लेल हटाउ" }).click()
  await page.waitForURL("/")
  await openEmail(page, email, "अहाँक हाट खाता हटाओल गेल अछि")
  await page.goto("/settings/account")
  await page.waitForURL(/\/sign-in/)
  await signIn(page, email, PASSWORD, "/settings/account")
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible()
})
