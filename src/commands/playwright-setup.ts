import { chmodSync, copyFileSync, mkdtempSync } from "node:fs"
import { join } from "node:path"
import type { FullConfig } from "@playwright/test"
import { testDatabase, testFolder } from "./test-database"
import { startTestPostgres } from "./test-postgres"
import { startServer } from "./test-server"

/** What a worker of Playwright has for itself. */
export interface JourneyMarket {
  /** The server's address. */
  HAAT_TEST_URL: string
  /** The path of its demo.json. */
  HAAT_TEST_DEMO: string
  /** For what no page can do, such as letting time pass. */
  HAAT_TEST_DATABASE: string
}

interface StartedMarket {
  market: JourneyMarket
  stop: () => Promise<void>
}

/**
 * Playwright's global set-up: for each worker a demo database and a server on it, so that no journey is in the way of another.
 * HAAT_TEST_MARKETS lists them; the configuration gives each worker its own.
 */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const stopPostgres = await startTestPostgres()
  const started: StartedMarket[] = []
  for (let worker = 0; worker < workers; worker++) started.push(await startMarket())
  process.env.HAAT_TEST_MARKETS = JSON.stringify(started.map(({ market }) => market))
  return async () => {
    for (const { stop } of started) await stop()
    await stopPostgres()
  }
}

async function startMarket(): Promise<StartedMarket> {
  const database = await testDatabase()
  const dataDir = mkdtempSync(join(testFolder(), "journeys-"))
  const demo = join(dataDir, "demo.json")
  copyFileSync(join(testFolder(), "demo.json"), demo)
  chmodSync(demo, 0o600)
  const server = await startServer({
    lane: "fast",
    databaseUrl: database.url,
    env: { DATA_DIR: dataDir, WEBHOOK_LOOPBACK: "1" },
  })
  return {
    market: { HAAT_TEST_URL: server.url, HAAT_TEST_DEMO: demo, HAAT_TEST_DATABASE: database.url },
    stop: async () => {
      await server.stop()
      await database.drop()
    },
  }
}
