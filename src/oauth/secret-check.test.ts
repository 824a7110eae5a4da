import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { freePort } from "@/commands/process/free-port"
import { runTool } from "@/commands/process/run-tool"
import { startServerProcess } from "@/commands/process/server-process"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import { startServer } from "@/testing/setup/server"

describe("a process whose secret does not match the database", () => {
  let database: TestDatabase
  const another = randomBytes(32).toString("hex")
  const environment = async (secret = process.env.HAAT_SECRET): Promise<NodeJS.ProcessEnv> => {
    const port = await freePort()
    return {
      ...process.env,
      NODE_ENV: "production",
      LOG_LEVEL: "silent",
      PORT: String(port),
      APP_URL: `http://localhost:${port}`,
      DATABASE_URL: database.url,
      HAAT_SECRET: secret,
    }
  }
  const started = async (entry: string, secret?: string): Promise<void> =>
    (await startServerProcess({ args: [entry], env: await environment(secret), quiet: true })).stop()

  beforeAll(async () => {
    database = await emptyTestDatabase()
    await (await startServer({ lane: "fast", databaseUrl: database.url })).stop()
  })
  afterAll(() => database.drop())

  test.each(["dist/server.mjs", "dist/worker.mjs"])(
    "%s does not start, but starts with the right secret",
    async (entry) => {
      await expect(started(entry, another)).rejects.toThrow("ended before it was ready (exit code 1)")
      await started(entry)
    },
  )

  test("starts after the signing keys are rolled with the new secret", async () => {
    await runTool("src/commands/oauth-roll-keys-run.ts", [], {
      nodeOptions: ["--import", "tsx"],
      env: await environment(another),
    })
    await started("dist/worker.mjs", another)
    await expect(started("dist/worker.mjs")).rejects.toThrow("ended before it was ready (exit code 1)")
  })
})
