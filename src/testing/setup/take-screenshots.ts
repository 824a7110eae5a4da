import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { chromium, type Page } from "playwright"
import sharp from "sharp"
import { BROWSER_FLAGS, ensureBrowser } from "./browser"
import type { DemoFile } from "../../commands/demo"
import { ShutdownManager } from "../../commands/process/shutdown-manager"
import { launchers } from "../../commands/process/process-identity.mjs"
import { CliError } from "../../commands/cli-error.mjs"
import { root } from "../../commands/root.mjs"
import { step } from "../../commands/step.mjs"
import { startDemoServer } from "./demo-server"
import { startTestPostgres } from "./postgres"

interface Screenshot {
  name: string
  /** The role in demo.json whose page it is; the other pages are public. */
  role?: "customer" | "developer" | "seller"
  path: string | ((demo: Demo) => string)
  /** Actions on the page before the screenshot. */
  prepare?: (page: Page) => Promise<void>
}

interface Demo extends DemoFile {
  oauth: { public: { client_id: string; redirect_uris: string[] } }
}

const SCREENSHOTS: readonly Screenshot[] = [
  { name: "landing", path: "/" },
  { name: "keys", role: "developer", path: "/keys" },
  { name: "overview", role: "developer", path: "/overview?range=30d" },
  { name: "requests", role: "developer", path: "/requests" },
  { name: "consent", role: "customer", path: consentPath },
  { name: "store", role: "seller", path: "/store?status=confirmed", prepare: fillShipForm },
]

/** The screenshot that the start page shows too, as WebP in public/pictures. */
const ON_START_PAGE = "overview"

/** Takes the README's screenshots of a new demo marketplace, in light and dark, into docs/pictures. */
export async function takeScreenshots(): Promise<void> {
  const life = new ShutdownManager(() => undefined)
  life.stopWhenLauncherDies(launchers())
  const executablePath = await step("browser", ensureBrowser, (path: string) => path)
  const stopPostgres = await step("database", startTestPostgres, () => "PostgreSQL of its own, in a temporary folder")
  life.add({ name: "database", stop: stopPostgres, force: () => void stopPostgres() })
  const server = await step("market", startDemoServer, ({ url }) => url)
  life.add({ name: "market", stop: server.stop, force: () => void server.stop() })
  const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS })
  life.add({ name: "pictures", stop: () => browser.close(), force: () => void browser.close() })

  const demo = JSON.parse(readFileSync(server.demo, "utf8")) as Demo
  for (const { name, role, path: pathOf, prepare } of SCREENSHOTS) {
    const path = typeof pathOf === "string" ? pathOf : pathOf(demo)
    await step(name, async () => {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width: 1280, height: 800 },
        locale: "en-IN",
        timezoneId: "Asia/Kolkata",
      })
      const page = await context.newPage()
      if (role) await signIn(page, demo.accounts[role])
      await page.goto(path)
      await prepare?.(page)
      await takeInBothColorSchemes(page, name)
      await context.close()
      return `docs/pictures/${name}-{light,dark}.png`
    })
  }

  await browser.close()
  await server.stop()
  await stopPostgres()
}

/** The consent page for the demo's app, as its own authorization request opens it. */
function consentPath({ oauth: { public: app } }: Demo): string {
  return `/oauth/authorize?${String(
    new URLSearchParams({
      response_type: "code",
      client_id: app.client_id,
      redirect_uri: app.redirect_uris[0] ?? "",
      scope: "openid profile email orders.read",
      state: "screenshot",
      code_challenge: createHash("sha256").update("screenshot").digest("base64url"),
      code_challenge_method: "S256",
      prompt: "consent",
    }),
  )}`
}

async function signIn(page: Page, account: DemoFile["accounts"][string] | undefined): Promise<void> {
  if (!account) throw new CliError("demo.json does not have the account")
  await page.goto("/sign-in")
  await page.locator("[name=email]").fill(account.email)
  await page.locator("[name=password]").fill(account.password)
  await page.locator("[name=password]").press("Enter")
  await page.waitForURL((url) => url.pathname !== "/sign-in")
}

async function fillShipForm(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /^Ship HT-/ })
    .first()
    .click()
  await page.getByLabel("Courier").fill("Pavan Express")
  await page.getByLabel("AWB number").fill("PX-4402917")
}

async function takeInBothColorSchemes(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle")
  await page.evaluate(showDefaultUrl)
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    const path = join(root, "docs", "pictures", `${name}-${colorScheme}.png`)
    await page.screenshot({ path, animations: "disabled", caret: "hide" })
    if (name === ON_START_PAGE)
      await sharp(path)
        .webp({ quality: 82, effort: 6 })
        .toFile(join(root, "public", "pictures", `${name}-${colorScheme}.webp`))
  }
}

/** Shows the default port in place of the test server's. */
function showDefaultUrl(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode
    text.nodeValue = text.nodeValue?.replaceAll(location.origin, "http://localhost:3000") ?? null
  }
}
