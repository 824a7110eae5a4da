import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { spawnOptions } from "./postgres-account"
import type { ClusterLocation } from "./cluster-location"
import { CliError } from "../cli-error.mjs"

export const SUPERUSER = "haat"

/**
 * Creates the cluster if there is none yet.
 * @returns the superuser's password, which `DATA_DIR/postgres.password` stores
 */
export async function ensureCluster(
  dataDir: string,
  location: ClusterLocation,
  bin: string,
): Promise<{ password: string; created: boolean }> {
  const passwordFile = join(dataDir, "postgres.password")
  if (existsSync(location.cluster)) {
    if (!existsSync(passwordFile)) {
      throw new CliError(
        `${passwordFile} is missing: put it back, or remove ${join(dataDir, "postgres")} to begin with an empty database`,
      )
    }
    return { password: readFileSync(passwordFile, "utf8"), created: false }
  }
  const password = randomBytes(24).toString("hex")
  writeFileSync(passwordFile, password, { mode: 0o600 })
  await initialise(location, bin, password)
  return { password, created: true }
}

async function initialise({ cluster, account }: ClusterLocation, bin: string, password: string): Promise<void> {
  const draft = `${cluster}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  const passwordCopy = join(tmpdir(), `haat-${randomBytes(8).toString("hex")}`)
  writeFileSync(passwordCopy, password, { mode: 0o600, flag: "wx" })
  if (account) {
    chownSync(draft, account.uid, account.gid)
    chownSync(passwordCopy, account.uid, account.gid)
  }
  try {
    await run(
      join(bin, "initdb"),
      [
        `--pgdata=${draft}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordCopy}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C",
      ],
      spawnOptions(account),
    )
  } finally {
    rmSync(passwordCopy)
  }
  renameSync(draft, cluster)
}

function run(program: string, args: string[], options: ReturnType<typeof spawnOptions>): Promise<void> {
  const child = spawn(program, args, { ...options, stdio: ["ignore", "ignore", "pipe"] })
  let errors = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text))
  return new Promise((resolve, reject) => {
    child.on("error", reject)
    child.on("exit", (code, signal) => {
      if (code === 0) resolve()
      else
        reject(new CliError(`initdb failed (${signal ?? `exit code ${code}`}): ${errors.trim().split("\n")[0] ?? ""}`))
    })
  })
}
