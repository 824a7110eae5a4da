import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { isAlive, processRecord } from "./process-identity.mjs"
import { CliError } from "../cli-error.mjs"

/** A server whose parent died ends by itself after its requests; after this time it is asked to, then killed. */
const TERMINATE_AFTER_SECONDS = 35
const KILL_AFTER_SECONDS = 45

/**
 * Makes sure that the port is free; waits for one of our servers whose parent died.
 * @param {import("../settings.mjs").Settings} settings
 */
export async function ensurePortFree(settings) {
  await waitForOrphanedServer(settings)
  // A program that listens on one loopback address would still receive the requests to "localhost".
  const loopback = ["127.0.0.1", "::1"]
  const hosts =
    settings.host === "localhost" ? loopback : settings.host === null ? [undefined, ...loopback] : [settings.host]
  for (const host of hosts) {
    const code = await tryListen(settings.port, host)
    if (code === "EADDRINUSE")
      throw new CliError(`port ${settings.port} is taken by another program: stop it, or set PORT to another one`)
    if (code === "EADDRNOTAVAIL" && host === settings.host)
      throw new CliError(`HOST is "${host}", which is no address of this machine`)
    if (code === "EACCES")
      throw new CliError(`port ${settings.port} may not be used by this account: set PORT to 1024 or above`)
  }
}

/**
 * @param {number} port
 * @param {string | undefined} host
 * @returns {Promise<string | null>} the error's code
 */
function tryListen(port, host) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once("error", (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code ?? null))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(null)))
  })
}

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

/** @param {import("../settings.mjs").Settings} settings */
async function waitForOrphanedServer(settings) {
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
