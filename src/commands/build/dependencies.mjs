import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { lock } from "../process/lock.mjs"
import { CliError } from "../cli-error.mjs"
import { root } from "../root.mjs"

const marker = join(root, "node_modules", ".haat-lock")

/** @returns {string} which packages node_modules must have been installed from, and for which platform */
function expected() {
  const hash = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex")
  return `${hash} ${process.platform} ${process.arch}\n`
}

/** @returns {boolean} */
export function dependenciesFresh() {
  try {
    if (readFileSync(marker, "utf8") === expected()) return true
  } catch {
    // There is no marker: npm may have been run by hand.
  }
  if (!installedByHand()) return false
  writeFileSync(marker, expected())
  return true
}

/** Compares what npm itself recorded in node_modules with package-lock.json. */
function installedByHand() {
  const hidden = join(root, "node_modules", ".package-lock.json")
  if (!existsSync(hidden)) return false
  const installed = JSON.parse(readFileSync(hidden, "utf8")).packages
  const locked = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages
  return Object.entries(locked).every(([path, entry]) => {
    if (path === "") return true
    const found = installed[path]
    if (found)
      return found.version === entry.version && found.integrity === entry.integrity && existsSync(join(root, path))
    // npm leaves out optional packages that are made for other platforms, and their own dependencies.
    const namesThisMachine =
      (entry.os || entry.cpu) && matches(entry.os, process.platform) && matches(entry.cpu, process.arch)
    return entry.optional === true && (!namesThisMachine || entry.libc !== undefined)
  })
}

/**
 * @param {string[] | undefined} list
 * @param {string} value
 */
function matches(list, value) {
  return list === undefined || list.includes(value)
}

/**
 * Installs the packages of package-lock.json if node_modules does not hold them.
 * @param {(text: string) => void} onActivity
 * @returns {Promise<string>} what was done, for the step's line
 */
export async function installDependencies(onActivity) {
  if (dependenciesFresh()) return "up to date"
  const held = await lock(join(root, ".cache", "install.lock"), () =>
    onActivity("another command is installing, waiting for it"),
  )
  try {
    if (dependenciesFresh()) return "up to date"
    const reason = existsSync(join(root, "node_modules")) ? "stale" : "missing"
    onActivity(`${reason}, npm ci`)
    await npmCi()
    writeFileSync(marker, expected())
    return `${reason}, installed with npm ci`
  } finally {
    held.release()
  }
}

/** @returns {Promise<void>} */
function npmCi() {
  const npm = process.env.npm_execpath
  const [command, ...first] = npm && basename(npm) === "npm-cli.js" ? [process.execPath, npm] : ["npm"]
  const child = spawn(command, [...first, "ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      output = (output + text).slice(-8_000)
    })
  }
  const interrupt = () => {
    child.kill("SIGTERM")
    child.once("exit", () => process.exit(130))
  }
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt)
  return new Promise((resolve, reject) => {
    child.on("error", (error) => reject(new CliError(`npm could not be run: ${error.message}`)))
    child.on("exit", (code, signal) => {
      process.off("SIGINT", interrupt).off("SIGTERM", interrupt)
      if (code === 0) return resolve()
      process.stderr.write(output)
      reject(new CliError(`npm ci failed (${signal ?? `exit code ${code}`}); its output is above`))
    })
  })
}
