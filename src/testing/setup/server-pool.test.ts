import { Client } from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Lease, leaseServer, returnServer } from "./server-pool"

/** No other test file wants such a server. */
const SPEC = { lane: "fast", env: { HAAT_TEST_OF: "server-pool" } } as const

let lease: Lease

beforeAll(async () => {
  lease = await leaseServer(SPEC)
})
afterAll(() => returnServer(lease))

async function query(sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: lease.databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<object>(sql)
    return rows
  } finally {
    await client.end()
  }
}

test("a returned server is leased again, without the rows of the file before", async () => {
  const { pid } = lease
  await query(
    "INSERT INTO store (slug, name, city, district, state, pincode) VALUES ('a', 'A', 'B', 'C', 'D', '846004')",
  )
  await returnServer(lease)
  lease = await leaseServer(SPEC)
  expect([lease.pid, await query("SELECT FROM store")]).toEqual([pid, []])
  expect((await fetch(`${lease.url}/v1/status`)).status).toBe(200)
})

test("a leased server is not leased again", async () => {
  const other = await leaseServer(SPEC)
  expect(other.pid).not.toBe(lease.pid)
  expect(other.databaseUrl).not.toBe(lease.databaseUrl)
  await returnServer(other)
})

test("a server that has ended is not leased again", async () => {
  const { pid } = lease
  process.kill(pid, "SIGKILL")
  await returnServer(lease)
  // The one of the test before is free first.
  lease = await leaseServer(SPEC)
  const next = await leaseServer(SPEC)
  expect([lease.pid, next.pid]).not.toContain(pid)
  await returnServer(next)
})
