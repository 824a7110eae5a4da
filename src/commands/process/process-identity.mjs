import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"

/**
 * Distinguishes a process from a later one with the same pid, across reboots too.
 * @param {number} pid
 * @returns {string | null} null if there is no such process, or only its zombie
 */
export function processIdentity(pid) {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null
  return existsSync("/proc/self/stat") ? identityFromProc(pid) : identityFromPs(pid)
}

/** @param {number} pid */
function identityFromProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1")
    // The command's name is in parentheses and may hold spaces and parentheses itself (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    const state = fields[0]
    const startTime = fields[19]
    if (state === "Z" || state === "X") return null
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim()}/${startTime}`
  } catch {
    return null
  }
}

/** @param {number} pid */
function identityFromPs(pid) {
  const { stdout } = spawnSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
  })
  const [state, ...startTime] = (stdout ?? "").trim().split(/\s+/)
  return !state || state.startsWith("Z") ? null : startTime.join(" ")
}

/**
 * @param {{ pid: number, identity: string | null }} process as it was recorded
 * @returns {boolean} whether it still runs
 */
export function isAlive({ pid, identity }) {
  return identity !== null && processIdentity(pid) === identity
}

/** @param {number} pid */
export function processRecord(pid) {
  return { pid, identity: processIdentity(pid) }
}

/** @param {number} pid */
export function parentOf(pid) {
  if (pid === process.pid) return process.ppid
  if (!existsSync("/proc/self/stat"))
    return Number(spawnSync("ps", ["-o", "ppid=", "-p", String(pid)], { encoding: "utf8" }).stdout)
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1")
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
  } catch {
    return 0
  }
}

/**
 * The npm that runs this command, and the shell between them. If one of them is killed, this process gets no signal.
 * @returns {{ pid: number, identity: string | null }[]} empty if npm did not run the command
 */
export function launchers() {
  if (!process.env.npm_lifecycle_event) return []
  const parent = process.ppid
  const shell = /^\S*sh[\0 ]-c[\0 ]/.test(commandLine(parent))
  return [parent, ...(shell ? [parentOf(parent)] : [])].map(processRecord)
}

/**
 * @param {number} pid
 * @returns {string} its executable and arguments, separated by spaces or NUL; empty if there is no such process
 */
export function commandLine(pid) {
  if (!existsSync("/proc/self/stat"))
    return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? ""
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8")
  } catch {
    return ""
  }
}
