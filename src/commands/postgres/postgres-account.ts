import { spawnSync } from "node:child_process"
import { CliError } from "../cli-error.mjs"

/** The operating-system account that PostgreSQL runs as; null: the account that runs this command. */
export type Account = { name: string; uid: number; gid: number } | null

/** PostgreSQL refuses to run as root; root therefore runs it as an account that owns nothing. */
export function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return null
  for (const name of ["postgres", "nobody"]) {
    const uid = idOf("-u", name)
    const gid = idOf("-g", name)
    if (uid !== null && gid !== null && uid !== 0) return { name, uid, gid }
  }
  throw new CliError("PostgreSQL cannot run as root, and this machine has neither an account postgres nor nobody")
}

function idOf(option: "-u" | "-g", name: string): number | null {
  const { status, stdout } = spawnSync("id", [option, name], { encoding: "utf8" })
  return status === 0 ? Number(stdout.trim()) : null
}

/** Options of `spawn` to run a process as the account, without folders and settings of the current user. */
export function spawnOptions(account: Account) {
  return {
    cwd: "/",
    env: { NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
    ...(account && { uid: account.uid, gid: account.gid }),
  }
}

/** Whether the account may enter the folder and all its parents. */
export function canAccess(account: Account, folder: string): boolean {
  return spawnSync("/bin/sh", ["-c", 'cd -- "$1"', "sh", folder], spawnOptions(account)).status === 0
}
