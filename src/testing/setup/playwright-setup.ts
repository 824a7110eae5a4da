import type { FullConfig } from "@playwright/test"
import { startDemoServer, type DemoServer } from "./demo-server"
import { startTestPostgres } from "./postgres"

/** The servers and data of one Playwright worker. */
export interface E2eEnvironment {
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
  const servers: DemoServer[] = []
  for (let worker = 0; worker < workers; worker++) servers.push(await startDemoServer())
  process.env.HAAT_TEST_MARKETS = JSON.stringify(
    servers.map(
      ({ url, demo, databaseUrl }): E2eEnvironment => ({
        HAAT_TEST_URL: url,
        HAAT_TEST_DEMO: demo,
        HAAT_TEST_DATABASE: databaseUrl,
      }),
    ),
  )
  return async () => {
    for (const { stop } of servers) await stop()
    await stopPostgres()
  }
}
