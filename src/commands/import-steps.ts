import { statSync } from "node:fs"
import { resolve } from "node:path"
import { describeRecords, FAULTS_MAX, importFile } from "./catalogue/import-file"
import { ProgressBar } from "./catalogue/progress"
import type { Fault } from "./catalogue/record"
import { Refusal } from "./refusal.mjs"
import type { Settings } from "./settings.mjs"
import { seconds } from "./step.mjs"
import { useDatabase } from "./use-database"

const USAGE = `Loads categories, brands, stores and products from files with one JSON object in each line (docs/import.md).

  npm run import -- FILE...

Each file is loaded whole or not at all; after one that is refused, those behind it are left alone.
`

/**
 * @param from the folder that relative paths start from
 * @returns whether every file was loaded
 */
export async function importCatalogue(settings: Settings, args: string[], from: string): Promise<boolean> {
  if (args.length === 0 || args.includes("--help")) {
    process.stdout.write(USAGE)
    return true
  }
  const option = args.find((arg) => arg.startsWith("-"))
  if (option !== undefined) throw new Refusal(`${option} is no option; see npm run import -- --help`)
  const files = args.map((name) => ({ name, path: resolve(from, name), size: sizeOf(resolve(from, name), name) }))
  return useDatabase(settings, async (databaseUrl) => {
    for (const { name, path, size } of files) {
      const began = performance.now()
      const bar = new ProgressBar(size)
      const { records, faults, unsettled } = await importFile(databaseUrl, path, (bytes, read) => bar.show(bytes, read)).finally(() => bar.clear())
      if (faults.length > 0) {
        process.stderr.write(refusalOf(name, faults))
        return false
      }
      process.stdout.write(`  ${name}: ${describeRecords(records)}, ${seconds(performance.now() - began)}\n`)
      if (unsettled !== null) process.stderr.write(`  ${name} is kept, but what makes lists and search of it fast has to wait for autovacuum: ${unsettled}\n`)
    }
    return true
  })
}

function sizeOf(path: string, name: string): number {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile()) throw new Refusal(`${name} is no file`)
  return found.size
}

function refusalOf(name: string, faults: readonly Fault[]): string {
  const lines = faults.map(({ line, field, message }) => `  line ${line}${field === "" ? "" : `, ${field}`}: ${message}`)
  const more = faults.length >= FAULTS_MAX ? `  and perhaps more: it was not read past ${FAULTS_MAX} of them\n` : ""
  return `haat: nothing of ${name} was kept:\n${lines.join("\n")}\n${more}`
}
