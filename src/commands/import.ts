import { createReadStream, statSync } from "node:fs"
import { resolve } from "node:path"
import type { Readable } from "node:stream"
import { DatabaseError } from "pg"
import { ConnectionLost, describeRecords, type ImportResult, importFile } from "./catalogue/import-file"
import { ProgressBar } from "./catalogue/progress"
import { requireSpaceForImport, checkImportSize } from "./postgres/disk-checks"
import { CliError } from "./cli-error.mjs"
import type { Settings } from "./settings.mjs"
import { seconds } from "./step.mjs"
import { withDatabase } from "./postgres/with-database"

const USAGE = `Loads categories, brands, stores, products and orders from files with one JSON object in each line (docs/import.md).

  npm run import -- FILE...      (- reads standard input)

Each file is loaded whole or not at all; after one that is refused, those behind it are left alone.
`

/**
 * @param from the folder that relative paths are resolved against
 * @returns whether every file was imported
 */
export async function importCatalogue(settings: Settings, args: string[], from: string): Promise<boolean> {
  if (args.length === 0 || args.includes("--help")) {
    process.stdout.write(USAGE)
    return true
  }
  const option = args.find((arg) => arg.startsWith("-") && arg !== "-")
  if (option !== undefined) throw new CliError(`${option} is no option; see npm run import -- --help`)
  const files = args.map((name) => sourceOf(name, from))
  return withDatabase(settings, async (databaseUrl) => {
    for (const { name, open, size } of files) {
      const startedAt = performance.now()
      const bar = new ProgressBar(size)
      const onWaitForLock = (): void => void process.stderr.write("  waits for another import to end\n")
      const checkSpace = (bytes: number): Promise<void> => requireSpaceForImport(settings, name, bytes)
      const warning = size === null ? null : await checkImportSize(settings, name, size)
      if (warning !== null) process.stderr.write(`  ${warning}\n`)
      const imported = await importFile(databaseUrl, open, {
        progress: (bytes, read) => bar.show(bytes, read),
        onWaitForLock,
        checkSpace,
      })
        .catch((error: unknown) => Promise.reject(failureOf(name, error)))
        .finally(() => bar.clear())
      const { statisticsError } = imported
      if (imported.errors.length > 0) {
        process.stderr.write(describeErrors(name, imported))
        return false
      }
      process.stdout.write(`  ${name}: ${describeRecords(imported)}, ${seconds(performance.now() - startedAt)}\n`)
      if (statisticsError !== null)
        process.stderr.write(
          `  ${name} was imported, but its statistics could not be updated; autovacuum will do it: ${statisticsError}\n`,
        )
    }
    return true
  })
}

interface Source {
  /** The name used in messages. */
  name: string
  /** In bytes; null if it is not known in advance, as for a pipe. */
  size: number | null
  open: () => Readable
}

function sourceOf(name: string, from: string): Source {
  if (name === "-") return { name: "standard input", size: null, open: () => process.stdin }
  const path = resolve(from, name)
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile() && !found?.isFIFO()) throw new CliError(`${name} is no file`)
  return {
    name,
    size: found.isFile() ? found.size : null,
    open: () => createReadStream(path, { highWaterMark: 1024 * 1024 }),
  }
}

/**
 * An error, in one sentence, for what ended an import other than the file itself; an unforeseen error is returned
 * unchanged.
 */
function failureOf(name: string, error: unknown): Error {
  if (error instanceof ConnectionLost) {
    return new CliError(
      error.committing
        ? `the connection to the database broke while ${name} was being committed, so that it may have been kept or not (${error.message}): load it again, which changes nothing that is there already`
        : `the connection to the database broke, and nothing of ${name} was kept (${error.message}): load it again once the database answers`,
    )
  }
  const refused = [error, error instanceof Error ? error.cause : null].find((each) => each instanceof DatabaseError)
  if (refused === undefined) return error instanceof Error ? error : new Error(String(error))
  const full = refused.code === "53100" ? "; free space on the disk of the database, and load it again" : ""
  return new CliError(`nothing of ${name} was kept: ${(error as Error).message}${full}`)
}

function describeErrors(name: string, { errors, more }: ImportResult): string {
  const lines = errors.map(
    ({ line, field, message }) => `  line ${line}${field === "" ? "" : `, ${field}`}: ${message}`,
  )
  return `haat: nothing of ${name} was kept:\n${lines.join("\n")}\n${more ? "  and perhaps more\n" : ""}`
}
