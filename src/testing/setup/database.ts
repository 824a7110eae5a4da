import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { Client } from "pg"
import { migrate } from "../../../prisma/migrate"
import { generateClient } from "../../commands/build/build"
import { fillDemo } from "../../commands/demo"

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

const EMPTY = "haat_template_empty"
const DEMO = "haat_template_demo"
const TEMPLATE_LOCK = 7_221_004_119

/** A database of its own with every migration and the demo marketplace, copied from a template. */
export async function testDatabase(): Promise<TestDatabase> {
  await withAdmin(async (admin) => {
    await ensureTemplate(admin, EMPTY, "template1", migrate)
    await ensureTemplate(admin, DEMO, EMPTY, loadDemoInto)
  })
  return createDatabase(DEMO)
}

/** A database of its own with every migration and only the rows that migrations insert. */
export async function emptyTestDatabase(): Promise<TestDatabase> {
  await withAdmin((admin) => ensureTemplate(admin, EMPTY, "template1", migrate))
  return createDatabase(EMPTY)
}

/** A database of its own without tables. */
export function blankDatabase(): Promise<TestDatabase> {
  return createDatabase("template1")
}

export function testFolder(): string {
  const folder = process.env.HAAT_TEST_DATA
  if (!folder) throw new Error("HAAT_TEST_DATA is not set: the global set-up of the tests has not run")
  return folder
}

async function createDatabase(source: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`
  await withAdmin((admin) => admin.query(`CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY FILE_COPY`))
  return {
    url: urlOf(name),
    async drop() {
      await withAdmin(async (admin) => {
        await connectionsClosed(admin, name)
        await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      })
    },
  }
}

/** Waits up to a second for connections that are closing: one that is terminated instead fails its client. */
async function connectionsClosed(admin: Client, database: string): Promise<void> {
  for (let waits = 0; waits < 20; waits++) {
    const { rowCount } = await admin.query("SELECT FROM pg_stat_activity WHERE datname = $1", [database])
    if (rowCount === 0) return
    await sleep(50)
  }
}

/** Creates the template once, in the first test process that needs it. */
async function ensureTemplate(
  admin: Client,
  name: string,
  source: string,
  fill: (url: string) => Promise<unknown>,
): Promise<void> {
  await admin.query("SELECT pg_advisory_lock($1)", [TEMPLATE_LOCK])
  try {
    const { rowCount } = await admin.query("SELECT FROM pg_database WHERE datname = $1", [name])
    if (rowCount) return
    const draft = `${name}_draft`
    await admin.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`)
    await admin.query(`CREATE DATABASE ${draft} TEMPLATE ${source}`)
    await fill(urlOf(draft))
    await admin.query(`ALTER DATABASE ${draft} RENAME TO ${name}`)
  } finally {
    await admin.query("SELECT pg_advisory_unlock($1)", [TEMPLATE_LOCK])
  }
}

async function loadDemoInto(databaseUrl: string): Promise<void> {
  await generateClient()
  await fillDemo({
    ...process.env,
    NODE_ENV: "production",
    DATABASE_URL: databaseUrl,
    APP_URL: "http://localhost:3000",
    DATA_DIR: testFolder(),
  })
}

async function withAdmin<T>(work: (admin: Client) => Promise<T>): Promise<T> {
  const admin = new Client({ connectionString: urlOf("postgres") })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

function urlOf(database: string): string {
  const first = process.env.HAAT_TEST_POSTGRES
  if (!first) throw new Error("HAAT_TEST_POSTGRES is not set: the global set-up of the tests has not run")
  const url = new URL(first)
  url.pathname = `/${database}`
  return url.href
}
