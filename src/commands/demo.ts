import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Client } from "pg"
import { generateClient } from "./build/build"
import { runTool } from "./process/run-tool"
import { serverEnv } from "./process/server-env"
import type { Settings } from "./settings.mjs"

/** `DATA_DIR/demo.json`: what an application needs to act as one of the demo's accounts. */
export interface DemoFile {
  url: string
  /**
   * totp_secret is the authenticator key of the staff account, whose pages need a second factor; totp_uri adds it to an
   * authenticator app.
   */
  accounts: Record<
    string,
    { email: string; password: string; totp_secret?: string; totp_uri?: string; live_key: string; test_key: string }
  >
}

// An arbitrary number that no other advisory lock of this database uses.
const DEMO_LOCK = 7_221_004_118

/**
 * Fills the database with the demo marketplace if it has no account yet, and updates demo.json.
 * @returns whether it was filled now, and the step's line
 */
export async function ensureDemo(
  settings: Settings,
  databaseUrl: string,
  signal?: AbortSignal,
): Promise<{ filled: boolean; text: string }> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query("SELECT pg_advisory_lock($1)", [DEMO_LOCK])
    const { rows } = await client.query<{ filled: boolean }>("SELECT EXISTS (SELECT 1 FROM account) AS filled")
    if (rows[0]?.filled) return { filled: false, text: refresh(settings) }
    await generateClient(signal)
    mkdirSync(join(settings.dataDir, "demo"), { recursive: true, mode: 0o700 })
    writeFileSync(markerPath(settings), "")
    const text = await fillDemo(serverEnv(settings, databaseUrl, "production"), signal)
    saveCopy(settings)
    rmSync(markerPath(settings))
    return { filled: true, text }
  } finally {
    await client.end()
  }
}

/** Whether an earlier command ended while it was filling the demo. The data is then incomplete and unused. */
export function isDemoIncomplete(settings: Settings): boolean {
  return existsSync(markerPath(settings))
}

/**
 * @param env the environment of a server on the database to fill
 * @returns a description of what was created
 */
export function fillDemo(env: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<string> {
  return runTool("src/commands/load-demo.ts", [], { nodeOptions: ["--import", "tsx"], env, ...(signal && { signal }) })
}

export function demoPath({ dataDir }: Pick<Settings, "dataDir">): string {
  return join(dataDir, "demo.json")
}

export function readDemo(settings: Pick<Settings, "dataDir">): DemoFile | null {
  return readJson(demoPath(settings))
}

/**
 * The passwords in demo.json belong to one database. Each database's passwords are kept apart, and demo.json shows
 * those of the current one.
 */
function savedCopyPath(settings: Settings): string {
  return join(settings.dataDir, "demo", `${nameOf(settings.databaseUrl)}.json`)
}

function nameOf(databaseUrl: string | null): string {
  if (databaseUrl === null) return "embedded"
  const { hostname, port, pathname } = new URL(databaseUrl)
  return createHash("sha256")
    .update(`${hostname}:${port || "5432"}${pathname}`)
    .digest("hex")
    .slice(0, 16)
}

function markerPath(settings: Settings): string {
  return join(settings.dataDir, "demo", `${nameOf(settings.databaseUrl)}.filling`)
}

function saveCopy(settings: Settings): void {
  const written = readDemo(settings)
  if (written) writeSecret(savedCopyPath(settings), written)
}

function refresh(settings: Settings): string {
  const saved = readJson(savedCopyPath(settings))
  if (!saved) {
    rmSync(demoPath(settings), { force: true })
    return "already there, its passwords are not known here"
  }
  const expected = { ...saved, url: settings.appUrl }
  if (JSON.stringify(expected) !== JSON.stringify(readDemo(settings))) writeSecret(demoPath(settings), expected)
  return "already there"
}

function writeSecret(path: string, content: DemoFile): void {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, path)
}

function readJson(path: string): DemoFile | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as DemoFile) : null
}
