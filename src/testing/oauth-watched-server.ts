import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import { freePort } from "@/commands/free-port"
import { root } from "@/commands/root.mjs"
import { testFolder } from "@/commands/test-database"

/** A server that logs all it can, and everything it wrote. */
export interface WatchedServer {
  url: string
  written: () => string
  stop: () => Promise<void>
}

export const startWatchedServer = async (databaseUrl: string): Promise<WatchedServer> => {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = {
    ...process.env,
    NODE_ENV: "production",
    LOG_LEVEL: "trace",
    PORT: String(port),
    APP_URL: url,
    DATABASE_URL: databaseUrl,
    DATA_DIR: mkdtempSync(join(testFolder(), "watched-")),
    NEXT_TELEMETRY_DISABLED: "1",
    TRUST_PROXY: "1",
  } as NodeJS.ProcessEnv
  const child: ChildProcess = spawn(process.execPath, ["dist/server.mjs"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (output += String(data)))
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  await Promise.race([
    new Promise((resolve) => child.once("message", resolve)),
    ended.then(() => Promise.reject(new Error(`the server ended:\n${output}`))),
  ])
  return {
    url,
    written: () => output,
    stop: async () => {
      child.kill("SIGTERM")
      await ended
    },
  }
}
