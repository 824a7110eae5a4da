import { createWriteStream, renameSync, rmSync } from "node:fs"
import { once } from "node:events"
import { resolve } from "node:path"
import { exportCatalogue } from "./catalogue/export-file"
import { ProgressBar } from "./catalogue/progress"
import { CliError } from "./cli-error.mjs"
import type { Settings } from "./settings.mjs"
import { seconds } from "./step.mjs"
import { withDatabase } from "./postgres/with-database"

const USAGE = `Writes the categories, brands, stores and products to a file that npm run import reads (docs/import.md).

  npm run export -- FILE            writes FILE, whole or not at all
  npm run export -- --orders FILE   orders as well, with their buyers' names and addresses
  npm run --silent export -- -      writes to standard output
`

/** @param from the folder that a relative path is resolved against */
export async function exportTo(settings: Settings, args: string[], from: string): Promise<void> {
  const orders = args.includes("--orders")
  const [target, ...rest] = args.filter((arg) => arg !== "--orders")
  if ((target === undefined && !orders) || target === "--help") {
    process.stdout.write(USAGE)
    return
  }
  if (target === undefined || rest.length > 0 || (target.startsWith("-") && target !== "-"))
    throw new CliError("one file is needed; see npm run export -- --help")
  const startedAt = performance.now()
  const bar = new ProgressBar(null)
  const records = await withDatabase(settings, async (databaseUrl) => {
    const onProgress = (count: number): void => bar.show(count, count)
    return target === "-"
      ? exportCatalogue(databaseUrl, process.stdout, onProgress, { orders })
      : exportToFile(databaseUrl, resolve(from, target), onProgress, { orders })
  }).finally(() => bar.clear())
  process.stderr.write(
    `  ${target === "-" ? "" : `${target}: `}${records.toLocaleString("en-IN")} records, ${seconds(performance.now() - startedAt)}\n`,
  )
}

async function exportToFile(
  databaseUrl: string,
  path: string,
  onProgress: (records: number) => void,
  options: { orders: boolean },
): Promise<number> {
  const draft = `${path}.${process.pid}`
  const out = createWriteStream(draft)
  try {
    await once(out, "open")
    const records = await exportCatalogue(databaseUrl, out, onProgress, options)
    out.end()
    await once(out, "close")
    renameSync(draft, path)
    return records
  } catch (error) {
    out.destroy()
    rmSync(draft, { force: true })
    throw error
  }
}
