import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { Client } from "pg"
import { emptyTestDatabase, type TestDatabase } from "./database"
import { startServer, type TestServer, type TestServerOptions } from "./server"

type ServerSpec = Pick<TestServerOptions, "lane" | "env">

/** A running server on a database without rows, for one test file at a time. */
export interface Lease {
  url: string
  pid: number
  databaseUrl: string
}

/** The server keeps these rows in memory. */
const PRESERVED_TABLES = ["signing_key", "api_operation", "api_client"]

/** The accounts' sandboxes, and what is known of the catalogue that they share. Migrations insert other rows of `world`. */
const FORGET_SANDBOXES_SQL = "DELETE FROM world WHERE kind = 'sandbox'; UPDATE world SET content_hash = NULL"

/** Longer than a server waits before it stores what it has recorded. */
const STORED_AFTER_MS = 1500
const TRIES = 3

interface Pooled {
  server: TestServer
  database: TestDatabase
  /** The tables that were empty before the server started. */
  emptied: string[]
  ended: boolean
}

/**
 * Starts the pool of servers, unless another set-up of this run has done so. Test files find it in HAAT_TEST_POOL.
 * @returns a function that stops all its servers
 */
export async function startServerPool(): Promise<() => Promise<void>> {
  if (process.env.HAAT_TEST_POOL) return () => Promise.resolve()
  const pool = new ServerPool()
  const door = createServer((request, response) => {
    void pool.answer(request).then(
      (reply) => response.end(JSON.stringify(reply)),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.stack : String(error)),
    )
  })
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve))
  process.env.HAAT_TEST_POOL = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
  return async () => {
    delete process.env.HAAT_TEST_POOL
    door.close()
    door.closeAllConnections()
    await pool.stop()
  }
}

/** Asks the pool for a server, which no other test file uses until it is returned. */
export function leaseServer(expected: ServerSpec): Promise<Lease> {
  return send<Lease>("/lease", expected)
}

export function returnServer(lease: Lease): Promise<void> {
  return send("/return", lease)
}

async function send<Answer>(path: string, body: object): Promise<Answer> {
  const pool = process.env.HAAT_TEST_POOL
  if (!pool) throw new Error("HAAT_TEST_POOL is not set: the global set-up of the tests has not run")
  const response = await fetch(pool + path, { method: "POST", body: JSON.stringify(body) })
  const text = await response.text()
  if (!response.ok) throw new Error(`the pool of servers: ${text}`)
  return JSON.parse(text) as Answer
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ""
  for await (const chunk of request.setEncoding("utf8")) text += chunk
  return JSON.parse(text)
}

class ServerPool {
  private readonly all = new Set<Pooled>()
  private readonly leased = new Map<string, { key: string; pooled: Pooled }>()
  /** Returned servers by what was wanted: each is usable once its rows are deleted, unless that failed. */
  private readonly returned = new Map<string, Promise<Pooled | null>[]>()

  async answer(request: IncomingMessage): Promise<Lease | null> {
    const body = await bodyOf(request)
    if (request.url === "/lease") return this.lease(body as ServerSpec)
    this.release(body as Lease)
    return null
  }

  private async lease(expected: ServerSpec): Promise<Lease> {
    const key = JSON.stringify([expected.lane, Object.entries(expected.env ?? {}).sort()])
    let pooled: Pooled | null = null
    const returned = this.returned.get(key) ?? []
    while (!pooled && returned.length > 0) pooled = (await returned.shift()) ?? null
    pooled ??= await this.start(expected)
    const { server, database } = pooled
    this.leased.set(server.url, { key, pooled })
    return { url: server.url, pid: server.pid, databaseUrl: database.url }
  }

  private release({ url }: Lease): void {
    const lease = this.leased.get(url)
    if (!lease) throw new Error(`${url} was not leased`)
    this.leased.delete(url)
    const waiting = this.returned.get(lease.key) ?? []
    waiting.push(this.clean(lease.pooled))
    this.returned.set(lease.key, waiting)
  }

  async stop(): Promise<void> {
    await Promise.all([...this.returned.values()].flat())
    for (const pooled of [...this.all]) await this.remove(pooled)
  }

  private async start(expected: ServerSpec): Promise<Pooled> {
    const database = await emptyTestDatabase()
    const emptied = await emptyTables(database.url)
    const server = await startServer({ ...expected, databaseUrl: database.url })
    const pooled: Pooled = { server, database, emptied, ended: false }
    void server.ended.then(() => (pooled.ended = true))
    this.all.add(pooled)
    return pooled
  }

  private async clean(pooled: Pooled): Promise<Pooled | null> {
    await sleep(STORED_AFTER_MS)
    for (let tries = 0; tries < TRIES && !pooled.ended; tries++) {
      try {
        await deleteRows(pooled)
        return pooled
      } catch {
        // The server was using the tables.
      }
    }
    await this.remove(pooled)
    return null
  }

  private async remove(pooled: Pooled): Promise<void> {
    this.all.delete(pooled)
    await pooled.server.kill()
    await pooled.database.drop()
  }
}

async function emptyTables(databaseUrl: string): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT quote_ident(relname) AS name FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> ALL ($1)`,
      [PRESERVED_TABLES],
    )
    const tables = rows.map(({ name }) => name)
    const filled = new Set(await filledTables(client, tables))
    return tables.filter((table) => !filled.has(table))
  })
}

async function filledTables(client: Client, tables: readonly string[]): Promise<string[]> {
  const questions = tables.map((table) => `SELECT '${table}' AS name WHERE EXISTS (SELECT FROM ${table})`)
  const { rows } = await client.query<{ name: string }>(questions.join(" UNION ALL "))
  return rows.map(({ name }) => name)
}

/** Truncating would make a new file for each of a thousand partitions and indexes, empty ones too. */
function deleteRows({ database, emptied }: Pooled): Promise<void> {
  return withClient(database.url, async (client) => {
    // Foreign keys and triggers need not act: every table that they would change is emptied too.
    await client.query("SET lock_timeout = '2s'; SET session_replication_role = replica")
    const filled = await filledTables(client, emptied)
    if (filled.length > 0) await client.query(filled.map((table) => `DELETE FROM ${table}`).join("; "))
    await client.query(FORGET_SANDBOXES_SQL)
  })
}

async function withClient<Result>(databaseUrl: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
