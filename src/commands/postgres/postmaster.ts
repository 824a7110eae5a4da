import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { commandLine, isAlive, processRecord } from "../process/process-identity.mjs"

/** A running postmaster, as described by its `postmaster.pid`. */
interface Postmaster {
  pid: number
  identity: string
  port: number
  status: string
}

/**
 * PostgreSQL's shutdown modes: fast closes connections; immediate skips the checkpoint and recovers at the next start.
 */
const SIGNALS = { fast: "SIGINT", immediate: "SIGQUIT", kill: "SIGKILL" } as const

/** The postmaster that runs on this cluster, if any. A stale `postmaster.pid` is removed. */
export function findPostmaster(cluster: string): Postmaster | null {
  const file = join(cluster, "postmaster.pid")
  let lines: string[]
  try {
    lines = readFileSync(file, "utf8").split("\n")
  } catch {
    return null
  }
  const pid = Number(lines[0])
  const folder = lines[1] ?? ""
  const { identity } = processRecord(pid)
  // PostgreSQL itself would take any process with this pid for a postmaster, and refuse to start after a reboot or in a
  // copied folder.
  const runsHere =
    identity !== null && commandLine(pid).includes(folder) && (!existsSync(folder) || isSame(folder, cluster))
  if (!runsHere || identity === null) {
    rmSync(file, { force: true })
    return null
  }
  return { pid, identity, port: Number(lines[3]), status: lines[7]?.trim() ?? "" }
}

function isSame(a: string, b: string): boolean {
  return realpathSync(a) === realpathSync(b)
}

/** Stops a postmaster in the given mode, and in harsher modes if it has not ended after 20 s. */
export async function endPostmaster(
  postmaster: { pid: number; identity: string | null },
  mode: "fast" | "immediate",
): Promise<void> {
  const modes = mode === "fast" ? (["fast", "immediate", "kill"] as const) : (["immediate", "kill"] as const)
  for (const step of modes) {
    if (!isAlive(postmaster)) return
    process.kill(postmaster.pid, SIGNALS[step])
    if (await ended(postmaster, 20_000)) return
  }
}

/**
 * Ends the backends of a killed postmaster before another may start on its cluster. Most end by themselves, but not one
 * in a long statement.
 * Call it only when no postmaster runs. It kills them on Linux and waits for them elsewhere.
 */
export function endBackends(cluster: string): void {
  if (!existsSync("/proc/self/cwd") || !existsSync(cluster)) return
  const folder = realpathSync(cluster)
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) === folder && commandLine(Number(pid)).startsWith("postgres: "))
        process.kill(Number(pid), SIGNALS.immediate)
    } catch {
      // It belongs to another user, or has ended meanwhile.
    }
  }
}

async function ended(process: { pid: number; identity: string | null }, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds
  while (isAlive(process)) {
    if (Date.now() > deadline) return false
    await sleep(20)
  }
  return true
}
