import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { isAlive, processRecord } from "./process-identity.mjs"

/** A server whose parent died ends by itself after its requests; after this time it is asked to, then killed. */
const TERMINATE_AFTER_SECONDS = 35
const KILL_AFTER_SECONDS = 45

/** @param {import("../settings.mjs").Settings} settings */
function recordPath({ dataDir, port }) {
  return join(dataDir, `server-${port}.json`)
}

/**
 * Records the server, so that a later start recognizes it as its own.
 * @param {import("../settings.mjs").Settings} settings
 * @param {number} pid
 */
export function recordServer(settings, pid) {
  mkdirSync(settings.dataDir, { recursive: true })
  writeFileSync(recordPath(settings), JSON.stringify(processRecord(pid)))
}

/** @param {import("../settings.mjs").Settings} settings */
export function deleteServerRecord(settings) {
  rmSync(recordPath(settings), { force: true })
}

/**
 * Waits until the recorded server has ended. One whose start was killed ends by itself after its requests.
 * @param {import("../settings.mjs").Settings} settings
 */
export async function waitForOrphanedServer(settings) {
  const server = readRecord(recordPath(settings))
  if (!server) return
  const startedAt = Date.now()
  let announced = false
  let terminated = false
  while (isAlive(server)) {
    if (!announced)
      process.stdout.write(
        `  waiting for the server of a killed start (process ${server.pid}) to finish its requests\n`,
      )
    announced = true
    const waited = (Date.now() - startedAt) / 1000
    if (waited > KILL_AFTER_SECONDS) process.kill(server.pid, "SIGKILL")
    else if (waited > TERMINATE_AFTER_SECONDS && !terminated) terminated = process.kill(server.pid, "SIGTERM")
    await sleep(50)
  }
  deleteServerRecord(settings)
}

/**
 * @param {string} path
 * @returns {{ pid: number, identity: string | null } | null}
 */
function readRecord(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"))
  } catch {
    return null
  }
}
