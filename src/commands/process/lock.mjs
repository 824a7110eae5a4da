import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { isAlive, processRecord } from "./process-identity.mjs"

/**
 * @typedef {{ pid: number, identity: string | null }} ProcessRecord
 * @typedef {ProcessRecord & { launchers?: ProcessRecord[], stopping?: true }} Holder
 * @typedef {{ held: true, stopping(): void, release(): void }} Held
 */

let serial = 0

/**
 * Takes a lock that lasts until this process ends, however it ends. The lock of a dead process is taken over.
 * @param {string} path
 * @param {{ launchers?: ProcessRecord[] }} [more]
 * @returns {Held | { held: false, holder: Holder }}
 */
export function tryLock(path, more = {}) {
  mkdirSync(dirname(path), { recursive: true })
  const ownRecord = { ...processRecord(process.pid), ...more }
  const draft = `${path}.${process.pid}.${serial++}`
  for (;;) {
    // Reading comes first: it works on a full disk, too.
    const text = readText(path)
    const holder = parseHolder(text)
    if (holder && isAlive(holder)) return { held: false, holder }
    if (text !== null) removeExactly(path, text, `${draft}.dead`)
    try {
      writeFileSync(draft, JSON.stringify(ownRecord), { mode: 0o600 })
      linkSync(draft, path)
      rmSync(draft)
      return {
        held: true,
        stopping() {
          writeFileSync(draft, JSON.stringify({ ...ownRecord, stopping: true }), { mode: 0o600 })
          renameSync(draft, path)
        },
        release() {
          rmSync(path, { force: true })
        },
      }
    } catch (error) {
      rmSync(draft, { force: true })
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error
    }
  }
}

/**
 * Waits for the lock.
 * @param {string} path
 * @param {() => void} onWait called once, when another process holds it
 * @returns {Promise<Held>}
 */
export async function lock(path, onWait) {
  for (let tries = 0; ; tries++) {
    const result = tryLock(path)
    if (result.held) return result
    if (tries === 0) onWait()
    await sleep(100)
  }
}

/** @param {string} path */
function readText(path) {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return null
  }
}

/**
 * @param {string | null} text
 * @returns {Holder | null}
 */
function parseHolder(text) {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Removes the file only if it still names the process found dead: another process may have taken the lock since.
 * @param {string} path
 * @param {string} text
 * @param {string} aside
 */
function removeExactly(path, text, aside) {
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (readText(aside) !== text) {
    try {
      linkSync(aside, path)
    } catch {
      // A third process has taken the lock meanwhile.
    }
  }
  rmSync(aside, { force: true })
}
