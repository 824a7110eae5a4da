import { spawn } from "node:child_process"
import { closeSync, openSync, readFileSync, renameSync, statfsSync, statSync } from "node:fs"
import { totalmem } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Client, DatabaseError } from "pg"
import { describeBytes } from "../../platform/disk/free-space"
import { createDataDir } from "../process/data-dir.mjs"
import { databaseFolder, RECOVERY_BYTES, releaseReserve } from "./disk-reserve.mjs"
import { freePort } from "../process/free-port"
import { spawnOptions, unprivilegedAccount } from "./postgres-account"
import { postgresBinaries } from "./postgres-binaries"
import { ensureCluster, SUPERUSER } from "./postgres-cluster"
import { locateCluster, createExternalFolder, type ClusterLocation } from "./cluster-location"
import { endBackends, endPostmaster, findPostmaster } from "./postmaster"
import { isAlive, processRecord } from "../process/process-identity.mjs"
import { CliError } from "../cli-error.mjs"

const DATABASE = "haat"
const LOG_LIMIT_BYTES = 20_000_000
const ADOPTION_SECONDS = 15
const START_SECONDS = 300

export interface EmbeddedPostgres {
  /** Connects to the database `haat` as the superuser. */
  url: string
  pid: number
  how: "created" | "started" | "adopted"
  version: string
  port: number
  /** The cluster's folder if it is not in DATA_DIR, for the step's line. */
  outside: string | null
  /**
   * Stops PostgreSQL: `fast` closes connections and writes a checkpoint; `immediate` leaves recovery to the next start.
   */
  stop(mode?: "fast" | "immediate"): Promise<void>
  /** Settles when PostgreSQL has ended, whether it was stopped or not. */
  ended: Promise<void>
}

interface Running {
  pid: number
  identity: string | null
  port: number
}

/**
 * Starts the PostgreSQL of a DATA_DIR: creates its cluster, adopts a postmaster that outlived its parent, or starts
 * one.
 * @param options.emptied whether to replace the existing database with an empty one
 * @param options.port the port where a running server expects it; any free port otherwise
 * @param options.durable false only where the data may be lost with the machine, as in tests
 * @throws {CliError}
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  emptied?: boolean
  port?: number
  durable?: boolean
}): Promise<EmbeddedPostgres> {
  const { dataDir } = options
  createDataDir(dataDir)
  const location = await locateCluster(dataDir, unprivilegedAccount())
  const { bin, copied } = postgresBinaries(location.account, () => createExternalFolder(dataDir))
  const { password, created } = await ensureCluster(dataDir, location, bin)
  const address = (port: number, database: string) =>
    `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`

  const adopted = created ? null : await adopt(location, (port) => address(port, "postgres"))
  const running = adopted ?? (await start(dataDir, location, bin, options))
  const version = await ensureDatabase(address(running.port, "postgres"), options.emptied ?? false)
  return {
    url: address(running.port, DATABASE),
    pid: running.pid,
    how: adopted ? "adopted" : created ? "created" : "started",
    version,
    port: running.port,
    outside: location.outside ? location.cluster : copied ? createExternalFolder(dataDir) : null,
    stop: (mode = "fast") => endPostmaster(running, mode),
    ended: whenEnded(running),
  }
}

async function adopt(location: ClusterLocation, urlOf: (port: number) => string): Promise<Running | null> {
  const deadline = Date.now() + ADOPTION_SECONDS * 1000
  let postmaster = findPostmaster(location.cluster)
  while (postmaster && Date.now() < deadline) {
    if (postmaster.status === "ready" && (await accepts(urlOf(postmaster.port)))) return postmaster
    await sleep(100)
    postmaster = findPostmaster(location.cluster)
  }
  if (postmaster) await endPostmaster(postmaster, "fast")
  return null
}

async function accepts(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on("error", () => undefined)
  try {
    await client.connect()
    await client.query("SELECT 1")
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Retries when the port was taken meanwhile, or while the backends of a killed postmaster are still ending. */
async function start(
  dataDir: string,
  location: ClusterLocation,
  bin: string,
  options: { port?: number; durable?: boolean },
): Promise<Running> {
  endBackends(location.cluster)
  releaseReserve(dataDir)
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort())
    const log = openLog(dataDir)
    const child = spawn(
      join(bin, "postgres"),
      ["-D", location.cluster, ...settings(location.cluster, port, options.durable ?? true)],
      {
        ...spawnOptions(location.account),
        stdio: ["ignore", log.fd, log.fd],
        // A session of its own: Ctrl-C in the terminal must not reach PostgreSQL before the server has finished.
        detached: true,
      },
    )
    closeSync(log.fd)
    const failed = new Promise<Error>((resolve) => child.once("error", resolve))
    const exited = new Promise<"exited">((resolve) => child.once("exit", () => resolve("exited")))
    child.unref()
    const outcome = await Promise.race([failed, exited, ready(location.cluster, child.pid ?? 0)])
    if (outcome === "ready") return { ...processRecord(child.pid ?? 0), port }
    if (outcome instanceof Error) throw new CliError(`PostgreSQL could not be started: ${outcome.message}`)
    if (outcome === "late") {
      child.kill("SIGINT")
      throw new CliError(`PostgreSQL was not ready after ${START_SECONDS} s; see ${log.path}`)
    }
    const reason = lastFatal(log.path, log.size)
    // On a full disk the reason is missing from the log, too.
    const disk = databaseFolder(dataDir)
    if (disk && disk.freeBytes < RECOVERY_BYTES) throw new CliError(fullDisk(disk, reason))
    const passing = /pre-existing shared memory|lock file|could not bind|could not create any TCP/.test(reason)
    if (!passing || attempt === 20) throw new CliError(`PostgreSQL did not start: ${reason}; see ${log.path}`)
    await sleep(500)
  }
}

function fullDisk({ folder, freeBytes }: { folder: string; freeBytes: number }, reason: string): string {
  return `PostgreSQL did not start, as the disk of ${folder} has ${describeBytes(freeBytes)} free: free ${describeBytes(2 * RECOVERY_BYTES)} there, and start again (${reason})`
}

async function ready(cluster: string, pid: number): Promise<"ready" | "late"> {
  const deadline = Date.now() + START_SECONDS * 1000
  while (Date.now() < deadline) {
    await sleep(20)
    const status = readPidFile(cluster)
    if (status?.pid === pid && status.ready) return "ready"
  }
  return "late"
}

function readPidFile(cluster: string): { pid: number; ready: boolean } | null {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")
    return { pid: Number(lines[0]), ready: lines[7]?.trim() === "ready" }
  } catch {
    return null
  }
}

/**
 * An eighth of the memory, which PostgreSQL shares with other processes; beyond 512 MB the system's cache is as good.
 */
function sharedBuffersMb(): number {
  return Math.min(512, Math.max(128, Math.floor(totalmem() / 2 ** 23)))
}

/** A tenth of the disk for the WAL between two checkpoints, which is also the most that an import may add to it. */
function maxWalSizeMb(cluster: string): number {
  const { blocks, bsize } = statfsSync(cluster)
  return Math.min(1024, Math.max(128, Math.floor((blocks * bsize) / 10 / 2 ** 20)))
}

function settings(cluster: string, port: number, durable: boolean): string[] {
  const values = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: 200,
    shared_buffers: `${sharedBuffersMb()}MB`,
    max_wal_size: `${maxWalSizeMb(cluster)}MB`,
    random_page_cost: 1.1,
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    log_line_prefix: "%m [%p] ",
    ...(smallSharedMemory() && { dynamic_shared_memory_type: "mmap" }),
    // Many test servers share one PostgreSQL.
    ...(!durable && { fsync: "off", full_page_writes: "off", synchronous_commit: "off", max_connections: 400 }),
  }
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`])
}

/** Containers often limit /dev/shm to 64 MB, with which parallel queries fail. */
function smallSharedMemory(): boolean {
  if (process.platform !== "linux") return false
  try {
    const { bsize, blocks } = statfsSync("/dev/shm")
    return bsize * blocks < 256_000_000
  } catch {
    return true
  }
}

function openLog(dataDir: string): { fd: number; path: string; size: number } {
  const path = join(dataDir, "postgres.log")
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) renameSync(path, `${path}.1`)
  const fd = openSync(path, "a", 0o600)
  return { fd, path, size: statSync(path).size }
}

function lastFatal(path: string, from: number): string {
  const lines = readFileSync(path).subarray(from).toString("utf8").trim().split("\n")
  // Errors before PostgreSQL has opened its log have no level: "postgres: could not access the server configuration
  // file ...".
  const fatal = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1)
  return fatal?.replace(/^.*?(FATAL|PANIC|error|postgres): */, "").trim() || "it ended without a reason"
}

/** @returns PostgreSQL's version, such as "18.4" */
async function ensureDatabase(url: string, emptied: boolean): Promise<string> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    if (emptied) await client.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`)
    const { rows } = await client.query<{ version: string; present: boolean }>(
      "SELECT current_setting('server_version') AS version, EXISTS (SELECT 1 FROM pg_database WHERE datname = $1) AS present",
      [DATABASE],
    )
    if (!rows[0]?.present) await client.query(`CREATE DATABASE ${DATABASE}`)
    return rows[0]?.version ?? ""
  } catch (error) {
    if (error instanceof DatabaseError && error.code === "28P01") {
      throw new CliError("the embedded PostgreSQL does not accept the password in DATA_DIR/postgres.password")
    }
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function whenEnded(running: Running): Promise<void> {
  while (isAlive(running)) await sleep(250, undefined, { ref: false })
}
