import { lstatSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline/promises"
import { unprivilegedAccount } from "./postgres/postgres-account"
import { locateCluster } from "./postgres/cluster-location"
import { endPostmaster, findPostmaster } from "./postgres/postmaster"
import { lockDataDir } from "./process/data-dir-lock.mjs"
import { CliError } from "./cli-error.mjs"
import { parseOptions } from "./parse-options"
import type { Settings } from "./settings.mjs"

const USAGE = `Deletes the embedded database of npm start, so that the next start creates a new one.

  npm run db:reset            lists what it deletes and asks for confirmation
  npm run db:reset -- --yes   deletes it without asking

The installation's secrets stay. With DATABASE_URL there is no embedded database, and nothing is deleted.
`

/** The files in DATA_DIR that belong to the database. The installation's secrets are not among them. */
const FILES = [
  "postgres",
  "postgres.password",
  "postgres.log",
  "demo.json",
  "demo-client.mjs",
  "demo/embedded.json",
  "demo/embedded.filling",
]

/** Asks the user for a line of text; resolves to null without a terminal. */
export type Prompt = (question: string) => Promise<string | null>

/**
 * Deletes the embedded database of DATA_DIR after confirmation.
 * @returns the text to print
 * @throws {CliError} if there is none, `npm start` runs, or the user does not confirm
 */
export async function resetDatabase(
  settings: Settings,
  args: string[],
  prompt: Prompt = promptOnTerminal,
): Promise<string> {
  const { yes, help } = readArguments(args)
  if (help) return USAGE
  const { dataDir, databaseUrl } = settings
  if (databaseUrl !== null)
    throw new CliError(
      "db:reset deletes only the embedded database: unset DATABASE_URL, or drop that database yourself",
    )
  if (lstatSync(join(dataDir, "postgres"), { throwIfNoEntry: false }) === undefined)
    throw new CliError(`there is no embedded database in ${dataDir}`)
  const lock = await lockDataDir(settings)
  try {
    const { cluster } = await locateCluster(dataDir, unprivilegedAccount())
    // The cluster and its reserve are outside DATA_DIR if PostgreSQL's account cannot enter that.
    const files = [...FILES.map((name) => join(dataDir, name)), cluster, join(dirname(cluster), "reserve")]
    const paths = [...new Set(files)].filter((path) => lstatSync(path, { throwIfNoEntry: false }))
    const list = paths.map((path) => `  ${path}\n`).join("")
    if (!yes) await confirm(`This deletes the local database with all its data:\n\n${list}\n`, prompt)
    const postmaster = findPostmaster(cluster)
    if (postmaster) await endPostmaster(postmaster, "immediate")
    for (const path of paths) rmSync(path, { recursive: true, force: true })
    return `Deleted:\n\n${list}\nnpm start creates a new database.\n`
  } finally {
    lock.release()
  }
}

async function confirm(warning: string, prompt: Prompt): Promise<void> {
  const text = await prompt(`${warning}Type "delete" to continue: `)
  if (text === null)
    throw new CliError("there is no terminal to ask for confirmation: add -- --yes. Nothing was deleted")
  if (text.trim() !== "delete") throw new CliError("nothing was deleted")
}

async function promptOnTerminal(question: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}

function readArguments(args: string[]): { yes: boolean; help: boolean } {
  const options = { yes: { type: "boolean" }, help: { type: "boolean" } } as const
  const { values } = parseOptions({ args, options }, `\n\n${USAGE}`)
  return { yes: values.yes ?? false, help: values.help ?? false }
}
