import { chmodSync, copyFileSync, mkdtempSync } from "node:fs"
import { join } from "node:path"
import { testDatabase, testFolder } from "./database"
import { startServer } from "./server"

/** A server on the demo marketplace, for a browser. */
export interface DemoServer {
  url: string
  /** The path of its demo.json. */
  demo: string
  databaseUrl: string
  stop: () => Promise<void>
}

/** Starts a server on a demo database of its own. Requires the PostgreSQL of startTestPostgres(). */
export async function startDemoServer(): Promise<DemoServer> {
  const database = await testDatabase()
  const dataDir = mkdtempSync(join(testFolder(), "journeys-"))
  const demo = join(dataDir, "demo.json")
  copyFileSync(join(testFolder(), "demo.json"), demo)
  chmodSync(demo, 0o600)
  const server = await startServer({
    lane: "fast",
    databaseUrl: database.url,
    env: { DATA_DIR: dataDir, WEBHOOK_LOOPBACK: "1", HAAT_PRELOAD_PAGES: "on" },
  })
  return {
    url: server.url,
    demo,
    databaseUrl: database.url,
    stop: async () => {
      await server.stop()
      await database.drop()
    },
  }
}
