import { chownSync, cpSync, lchownSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { Client } from "pg"
import { startEmbeddedPostgres } from "../../commands/postgres/embedded-postgres"
import { freePort } from "../../commands/process/free-port"
import { spawnOptions, unprivilegedAccount } from "../../commands/postgres/postgres-account"
import { postgresBinaries } from "../../commands/postgres/postgres-binaries"
import { locateCluster } from "../../commands/postgres/cluster-location"
import { startProgram, type TestProgram } from "./program"

export interface Replication {
  /** The URL of the primary's database. */
  primaryUrl: string
  replicaUrl: string
  /** The pid of its first process; 0 while it is stopped. */
  replicaPid(): number
  stopReplica(): Promise<void>
  startReplica(): Promise<void>
  stop(): Promise<void>
}

/** The files that a copy of a running cluster must leave out. */
const EXCLUDED_FILES = new Set(["postmaster.pid", "postmaster.opts"])

/** A PostgreSQL of its own and a streaming replica, both in the folder. */
export async function startReplication(folder: string): Promise<Replication> {
  const primary = await startEmbeddedPostgres({ dataDir: folder, durable: false })
  const account = unprivilegedAccount()
  const { cluster } = await locateCluster(folder, account)
  const { bin } = postgresBinaries(account, () => folder)
  const copy = join(cluster, "..", "replica")
  const url = new URL(primary.url)
  await takeBaseBackup(primary.url, cluster, copy)
  if (account) chownRecursively(copy, account.uid, account.gid)
  const port = await freePort()
  const conninfo = `host=127.0.0.1 port=${url.port} user=${url.username} password=${url.password}`
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    // A replica that allows fewer connections than its primary does not start to answer.
    max_connections: await maxConnectionsOf(primary.url),
    primary_conninfo: conninfo,
    fsync: "off",
    wal_retrieve_retry_interval: "200ms",
    max_standby_streaming_delay: "10s",
  }
  const args = ["-D", copy, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])]
  const options = spawnOptions(account)
  let running: TestProgram | null = null
  const replicaUrl = new URL(url)
  replicaUrl.port = String(port)
  const replication: Replication = {
    primaryUrl: url.href,
    replicaUrl: replicaUrl.href,
    replicaPid: () => running?.pid ?? 0,
    async startReplica() {
      rmSync(join(copy, "postmaster.pid"), { force: true })
      running = await startProgram(join(bin, "postgres"), args, port, options)
    },
    async stopReplica() {
      await running?.stop()
      running = null
    },
    async stop() {
      await running?.stop()
      await primary.stop("immediate")
    },
  }
  await replication.startReplica()
  return replication
}

async function maxConnectionsOf(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ max_connections: string }>("SHOW max_connections")
    return rows[0]?.max_connections ?? ""
  } finally {
    await client.end()
  }
}

/** PostgreSQL's low-level base backup, which needs no program but the server. */
async function takeBaseBackup(url: string, from: string, to: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("SELECT pg_backup_start('replica', true)")
    mkdirSync(to, { mode: 0o700 })
    cpSync(from, to, { recursive: true, filter: (path) => !EXCLUDED_FILES.has(basename(path)) })
    const { rows } = await client.query<{ labelfile: string }>("SELECT labelfile FROM pg_backup_stop(false)")
    for (const name of readdirSync(join(to, "pg_wal"), { withFileTypes: true }))
      if (name.isFile()) rmSync(join(to, "pg_wal", name.name))
    writeFileSync(join(to, "backup_label"), rows[0]?.labelfile ?? "", { mode: 0o600 })
    writeFileSync(join(to, "standby.signal"), "", { mode: 0o600 })
  } finally {
    await client.end()
  }
}

function chownRecursively(path: string, uid: number, gid: number): void {
  chownSync(path, uid, gid)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inside = join(path, entry.name)
    if (entry.isDirectory()) chownRecursively(inside, uid, gid)
    else lchownSync(inside, uid, gid)
  }
}
