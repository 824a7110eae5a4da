import { fileURLToPath } from "node:url"
import { defineConfig, devices } from "@playwright/test"
import { BROWSER_FLAGS, findBrowser } from "./src/testing/setup/browser"
import type { E2eEnvironment } from "./src/testing/setup/playwright-setup"

const browser = findBrowser()

// Each worker reads this file again; before the set-up has run, there are no servers yet.
const markets = JSON.parse(process.env.HAAT_TEST_MARKETS ?? "[]") as E2eEnvironment[]
Object.assign(process.env, markets[Number(process.env.TEST_PARALLEL_INDEX)])

const launchOptions = { args: BROWSER_FLAGS, ...(browser && { executablePath: browser }) }
const lettersOfTheSystem = {
  ...process.env,
  FONTCONFIG_FILE: fileURLToPath(new URL("e2e/fonts.conf", import.meta.url)),
}

export default defineConfig({
  testDir: "e2e",
  outputDir: "e2e/.artifacts",
  globalSetup: "./src/testing/setup/playwright-setup.ts",
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  projects: [
    // First, because it waits more than it computes, and at the end one worker would have nothing beside it.
    {
      name: "layout-shift",
      testMatch: "layout-shift.spec.ts",
      use: { launchOptions: { ...launchOptions, env: lettersOfTheSystem } },
    },
    { name: "journeys", testIgnore: "layout-shift.spec.ts" },
  ],
  use: {
    actionTimeout: 20_000,
    navigationTimeout: 60_000,
    ...devices["Desktop Chrome"],
    baseURL: process.env.HAAT_TEST_URL,
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    // A trace costs time. Run what has failed again with `--trace on`.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions,
  },
})
