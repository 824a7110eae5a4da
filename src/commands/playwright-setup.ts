import { chmodSync, copyFileSync, mkdtempSync } from "node:fs"
import { join } from "node:path"
import { testDatabase, testFolder } from "./test-database"
import { startTestPostgres } from "./test-postgres"
import { startServer } from "./test-server"

/**
 * Playwright's global set-up: a demo database of its own and a server on it. The journeys read
 * HAAT_TEST_URL (the server's address) and HAAT_TEST_DEMO (the path of its demo.json); what no page can do, such as letting time
 * pass, they do in HAAT_TEST_DATABASE.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const stopPostgres = await startTestPostgres()
  const database = await testDatabase()
  const dataDir = mkdtempSync(join(testFolder(), "journeys-"))
  const demo = join(dataDir, "demo.json")
  copyFileSync(join(testFolder(), "demo.json"), demo)
  chmodSync(demo, 0o600)
  const server = await startServer({ lane: "fast", databaseUrl: database.url, env: { DATA_DIR: dataDir, WEBHOOK_LOOPBACK: "1" } })
  Object.assign(process.env, { HAAT_TEST_URL: server.url, HAAT_TEST_DEMO: demo, HAAT_TEST_DATABASE: database.url })
  return async () => {
    await server.stop()
    await database.drop()
    await stopPostgres()
  }
}
