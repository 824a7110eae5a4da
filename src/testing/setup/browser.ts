import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { chromium } from "playwright"
import { CliError } from "../../commands/cli-error.mjs"
import { root } from "../../commands/root.mjs"

// Chromium without windows needs a fifth less processor time than the one that hides them.
const HEADLESS = "chromium-headless-shell"
const NAMES = [HEADLESS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]
const MAC_APPLICATIONS = ["Google Chrome", "Chromium"].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)

/** Waits for other users of apt, such as the system during its start. */
const WAIT = ["-o", "DPkg::Lock::Timeout=300"]

/** Flags for a browser that makes no requests of its own; as root, it cannot use a sandbox. */
export const BROWSER_FLAGS = [
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
]

/** The path of a Chromium on this machine: CHROME_PATH, then Playwright's own, then the system's. */
export function findBrowser(): string | null {
  const named = process.env.CHROME_PATH
  if (named) {
    if (!existsSync(named)) throw new CliError(`CHROME_PATH is "${named}", where there is no file`)
    return named
  }
  const onPath = (process.env.PATH ?? "").split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [chromium.executablePath(), ...onPath, ...MAC_APPLICATIONS].find((path) => path && existsSync(path)) ?? null
}

/**
 * Finds a Chromium or installs one: with apt as root, otherwise with Playwright.
 * @param doing called with a description before each step
 */
export async function ensureBrowser(doing: (text: string) => void): Promise<string> {
  const found = findBrowser()
  if (found) return found
  if (process.getuid?.() === 0 && (await run("apt-get", ["--version"])) === 0) {
    await run("apt-get", [...WAIT, "update", "-q"])
    // Not every distribution has both.
    for (const name of [HEADLESS, "chromium"]) {
      if (findBrowser()) break
      doing(`no Chromium found: apt-get install ${name}`)
      await run("apt-get", [...WAIT, "install", "-q", "-y", "--no-install-recommends", name])
    }
  }
  if (!findBrowser()) {
    doing("no Chromium found: playwright install chromium")
    await run(process.execPath, ["node_modules/playwright/cli.js", "install", "chromium"])
  }
  const installed = findBrowser()
  if (installed) return installed
  throw new CliError("no Chromium was found and none could be installed: set CHROME_PATH to one")
}

/** @returns the exit code; null if it could not be started or was killed */
function run(command: string, args: string[]): Promise<number | null> {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    stdio: "ignore",
  })
  return new Promise((resolve) => child.on("error", () => resolve(null)).on("exit", resolve))
}
