import type { FullConfig } from "@playwright/test"
import { startTestMarket, type TestMarket } from "./market"
import { startTestPostgres } from "./postgres"

/** The servers and data of one Playwright worker. */
export interface JourneyMarket {
  /** The server's URL. */
  HAAT_TEST_URL: string
  /** The path of its demo.json. */
  HAAT_TEST_DEMO: string
  /** For what no page can do, such as letting time pass. */
  HAAT_TEST_DATABASE: string
}

/**
 * Playwright's global set-up: a demo database and a server for each worker, so that journeys do not disturb each other.
 * HAAT_TEST_MARKETS lists them; the configuration gives each worker its own.
 */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const stopPostgres = await startTestPostgres()
  const markets: TestMarket[] = []
  for (let worker = 0; worker < workers; worker++) markets.push(await startTestMarket())
  process.env.HAAT_TEST_MARKETS = JSON.stringify(
    markets.map(
      ({ url, demo, databaseUrl }): JourneyMarket => ({
        HAAT_TEST_URL: url,
        HAAT_TEST_DEMO: demo,
        HAAT_TEST_DATABASE: databaseUrl,
      }),
    ),
  )
  return async () => {
    for (const { stop } of markets) await stop()
    await stopPostgres()
  }
}
