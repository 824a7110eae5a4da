import { type BrowserContext, type CDPSession, expect, type Locator, type Page, test } from "./test"
import { generate } from "otplib"
import { expireReauthentication, PASSWORD, signUpVerified } from "./signup"
import { expectAccessible } from "./accessibility"

// Second factors and reauthentication, in Hindi.

async function newAccount(context: BrowserContext, baseURL = ""): Promise<string> {
  await context.addCookies([{ name: "haat-locale", value: "hi", url: baseURL }])
  return (await signUpVerified(context, "hi")).email
}

async function typePassword(page: Page, email: string, path = "/settings/security"): Promise<void> {
  await page.goto(`/sign-in?return=${encodeURIComponent(path)}`)
  await page.getByLabel("ई-मेल").fill(email)
  await page.getByLabel("पासवर्ड", { exact: true }).fill(PASSWORD)
  await page.getByRole("button", { name: "साइन इन करें", exact: true }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "साइन आउट" }).first().click()
  await page.waitForURL("/")
}

/** A virtual platform authenticator whose fingerprint check always succeeds. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send("WebAuthn.enable")
  const { authenticatorId: id } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, id }
}

async function saveCodes(page: Page): Promise<string[]> {
  await page.getByRole("dialog", { name: "अपने रिकवरी कोड सहेज लें" }).waitFor()
  const dialog = page.getByRole("dialog")
  await expect(dialog).toHaveCount(1)
  const listed = dialog.getByRole("listitem")
  await expect(listed).toHaveCount(10)
  const codes = await listed.allTextContents()
  await page.keyboard.press("Escape")
  await expect(dialog.getByRole("heading")).toHaveText("क्या आपने कोड सहेज लिए?")
  await dialog.getByRole("button", { name: "कोड पर लौटें" }).click()
  await dialog.getByRole("button", { name: "मैंने सहेज लिए, बंद करें" }).click()
  await dialog.getByRole("button", { name: "मैंने सहेज लिए, बंद करें" }).click()
  await expect(dialog).toHaveCount(0)
  return codes
}

/** The colour of a picture near its upper edge. */
async function edgeOf(page: Page, picture: Locator): Promise<number[]> {
  return page.evaluate(
    async (png) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (byte) => byte.charCodeAt(0))]))
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")
      canvas?.drawImage(bitmap, 0, 0)
      return [...(canvas?.getImageData(Math.round(bitmap.width / 2), 3, 1, 1).data ?? [])]
    },
    (await picture.screenshot()).toString("base64"),
  )
}

test("an authenticator app protects sign-in, and a recovery code replaces it", async ({ page, context, baseURL }) => {
  test.setTimeout(150_000)
  const email = await newAccount(context, baseURL)
  await typePassword(page, email)
  await page.waitForURL("/settings/security")
  await page.getByRole("button", { name: "ऑथेंटिकेटर ऐप जोड़ें" }).click()
  const dialog = page.getByRole("dialog")
  await expect(dialog.getByRole("img", { name: /QR कोड/ })).toBeVisible()
  // Scanners expect dark on light, even if the page is dark.
  await page.emulateMedia({ colorScheme: "dark" })
  await expect.poll(() => edgeOf(page, dialog.getByRole("img", { name: /QR कोड/ }))).toEqual([255, 255, 255, 255])
  const secret = (await dialog.locator("code").textContent())?.replaceAll(" ", "") ?? ""
  await dialog.getByLabel("ऐप का कोड").fill("000000")
  await dialog.getByRole("button", { name: "चालू करें" }).click()
  await expect(dialog.getByRole("alert")).toContainText("कोड ग़लत है")
  const confirmed = await generate({ secret })
  await dialog.getByLabel("ऐप का कोड").fill(confirmed)
  await dialog.getByRole("button", { name: "चालू करें" }).click()
  await expect(dialog.getByRole("heading")).toHaveText("अपने रिकवरी कोड सहेज लें")
  const codes = await saveCodes(page)
  await expect(page.getByText("10 कोड बचे हैं।")).toBeVisible()

  await signOut(page)
  await typePassword(page, email)
  await page.waitForURL(/\/sign-in\/second-step/)
  await expect(page.getByLabel("कोड", { exact: true })).toBeFocused()
  await page.getByLabel("कोड", { exact: true }).fill(confirmed)
  await page.getByRole("button", { name: "पुष्टि करें" }).click()
  await expect(page.getByRole("main").getByRole("alert")).toContainText("इस्तेमाल हो चुका है")
  await page.getByLabel("कोड", { exact: true }).fill(codes[0] ?? "")
  await page.getByRole("button", { name: "पुष्टि करें" }).click()
  await page.waitForURL("/settings/security")
  await expect(page.getByText("9 कोड बचे हैं।")).toBeVisible()
})

test("a passkey signs in, serves as second factor, and reauthenticates", async ({ page, context, baseURL }) => {
  test.setTimeout(150_000)
  const email = await newAccount(context, baseURL)
  const { cdp, id } = await addAuthenticator(page)
  await typePassword(page, email)
  await page.waitForURL("/settings/security")
  await expireReauthentication(page)
  await page.getByRole("button", { name: "पासकी जोड़ें" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("नाम").fill("लैपटॉप")
  await dialog.getByRole("button", { name: "आगे बढ़ें" }).click()
  const proof = page.getByRole("dialog", { name: "पुष्टि करें कि यह आप हैं" })
  await expect(proof).toBeVisible()
  await proof.getByLabel("पासवर्ड").fill("not the password")
  await proof.getByRole("button", { name: "पुष्टि करें", exact: true }).click()
  await expect(proof.getByRole("alert")).toHaveText("पासवर्ड ग़लत है।")
  await proof.getByLabel("पासवर्ड").fill(PASSWORD)
  await proof.getByRole("button", { name: "पुष्टि करें", exact: true }).click()
  const codes = await saveCodes(page)
  await expect(page.locator("[data-passkey='लैपटॉप']")).toBeVisible()
  await expectAccessible(page)

  await signOut(page)
  await page.goto("/sign-in?return=%2Fsettings%2Fsecurity")
  await page.getByRole("button", { name: "पासकी से साइन इन करें" }).click()
  await page.waitForURL("/settings/security")
  await expect(page.locator("[data-passkey='लैपटॉप']")).toContainText("पिछली बार")

  await signOut(page)
  await typePassword(page, email)
  await page.waitForURL(/\/sign-in\/second-step/)
  await page.getByRole("button", { name: "पासकी से साइन इन करें" }).click()
  await page.waitForURL("/settings/security")

  await expireReauthentication(page)
  await page.getByRole("button", { name: "नए कोड बनाएँ" }).click()
  await dialog.getByRole("button", { name: "मेरे कोड बदलें" }).click()
  await proof.getByRole("button", { name: "पासकी से पुष्टि करें" }).click()
  expect(await saveCodes(page)).not.toContain(codes[0])

  await page.getByRole("button", { name: "लैपटॉप हटाएँ" }).click()
  await expect(dialog).toContainText("आख़िरी दूसरा चरण")
  await dialog.getByRole("button", { name: "पासकी हटाएँ" }).click()
  await expect(page.locator("[data-passkey]")).toHaveCount(0)
  await signOut(page)
  await page.goto("/sign-in?return=%2Fsettings%2Fsecurity")
  await page.getByRole("button", { name: "पासकी से साइन इन करें" }).click()
  await expect(page.getByRole("main").getByRole("alert")).toContainText("किसी हाट खाते की नहीं है")
  await cdp.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: id })
})

test("declining reauthentication rejects the action, and the next one asks again", async ({
  page,
  context,
  baseURL,
}) => {
  const email = await newAccount(context, baseURL)
  await typePassword(page, email)
  await page.waitForURL("/settings/security")
  await expireReauthentication(page)
  const proof = page.getByRole("dialog", { name: "पुष्टि करें कि यह आप हैं" })
  for (let turn = 0; turn < 2; turn++) {
    await page.getByRole("button", { name: "ऑथेंटिकेटर ऐप जोड़ें" }).click()
    await proof.getByRole("button", { name: "रहने दें" }).click()
    await expect(page.getByRole("main").getByRole("alert")).toHaveText("पुष्टि करें कि यह आप हैं, फिर कोशिश करें।")
  }
})

test("without scripts, password and code sign in through plain forms", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? "", javaScriptEnabled: false })
  const page = await context.newPage()
  const email = await newAccount(context, baseURL)
  await page.goto("/sign-in?return=%2Fsettings%2Fsecurity")
  await page.getByLabel("ई-मेल").fill(email)
  await page.getByLabel("पासवर्ड", { exact: true }).fill("not the password")
  await page.getByRole("button", { name: "साइन इन करें", exact: true }).click()
  await expect(page.getByRole("main").getByRole("alert")).toContainText("ग़लत है")
  await typePassword(page, email)
  await expect(page).toHaveURL("/settings/security")
  await context.close()
})
