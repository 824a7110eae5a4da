import { spawn, spawnSync, type ChildProcess } from "node:child_process"
import { existsSync } from "node:fs"
import { connect } from "node:net"
import { delimiter, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

/** An external program that tests need, found on this machine or installed with apt by root. */
interface SystemProgram {
  names: string[]
  debianPackage: string
}

const REDIS: SystemProgram = { names: ["valkey-server", "redis-server"], debianPackage: "redis-server" }
const PGBOUNCER: SystemProgram = { names: ["pgbouncer"], debianPackage: "pgbouncer" }
const PYTHON: SystemProgram = { names: ["python3"], debianPackage: "python3" }

/** Debian installs servers in folders outside a user's PATH. */
const EXTRA_PATH = ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"]

function findProgram({ names }: SystemProgram): string | null {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...EXTRA_PATH]
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path)) ?? null
}

/** Waits for other users of apt: the system during its start, another test. */
const APT_LOCK_OPTIONS = ["-o", "DPkg::Lock::Timeout=300"]

/** @returns its path; null, and a printed line, if it cannot be found or installed. In CI this is an error. */
function ensureProgram(program: SystemProgram): string | null {
  const found = findProgram(program)
  if (found) return found
  const { debianPackage } = program
  if (process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
    spawnSync("apt-get", [...APT_LOCK_OPTIONS, "update", "-q"], { env })
    spawnSync("apt-get", [...APT_LOCK_OPTIONS, "install", "-q", "-y", "--no-install-recommends", debianPackage], {
      env,
    })
  }
  const installed = findProgram(program)
  if (installed) return installed
  const message = `${debianPackage} was not found and could not be installed: tests that need it are skipped`
  if (process.env.CI) throw new Error(message)
  process.stderr.write(`${message}\n`)
  return null
}

export function ensureRedis(): string | null {
  return ensureProgram(REDIS)
}
export function ensurePgbouncer(): string | null {
  return ensureProgram(PGBOUNCER)
}
export function ensurePython(): string | null {
  return ensureProgram(PYTHON)
}

const READY_SECONDS = 30

export interface TestProgram {
  pid: number
  stop(): Promise<void>
}

/** Runs a server until it accepts connections. */
export async function startProgram(
  command: string,
  args: string[],
  port: number,
  options: { uid?: number; gid?: number } = {},
): Promise<TestProgram> {
  const child: ChildProcess = spawn(command, args, { stdio: "ignore", ...options })
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  process.once("exit", () => child.kill("SIGKILL"))
  const deadline = Date.now() + READY_SECONDS * 1000
  while (!(await acceptsConnections(port))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${command} did not come up`)
    await sleep(50)
  }
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGKILL")
      await ended
    },
  }
}

function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
    socket.once("connect", () => {
      socket.destroy()
      resolve(true)
    })
    socket.once("error", () => resolve(false))
  })
}
