import { spawn } from "node:child_process"
import { writeFileSync } from "node:fs"
import { constants, setPriority } from "node:os"
import { CliError } from "../cli-error.mjs"
import { root } from "../root.mjs"

/**
 * Runs one of the project's tools with this Node, and shows its output only if it fails.
 * @param script relative to the repository
 * @param options.background it gets little of the processor time that other processes need
 * @returns its standard output
 */
export function runTool(
  script: string,
  args: string[],
  options: { env?: NodeJS.ProcessEnv; signal?: AbortSignal; nodeOptions?: string[]; background?: boolean } = {},
): Promise<string> {
  const child = spawn(process.execPath, [...(options.nodeOptions ?? []), script, ...args], {
    cwd: root,
    env: { ...process.env, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: options.background === true,
    ...(options.signal && { signal: options.signal }),
  })
  if (options.background && child.pid !== undefined) yieldProcessor(child.pid)
  let output = ""
  let said = ""
  child.stdout.on("data", (text: string) => (said += text))
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output = (output + text).slice(-100_000)))
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject)
    child.on("close", (code, signal) => {
      if (code === 0) return resolve(said.trim())
      if (!options.signal?.aborted) process.stderr.write(output)
      const name = [script.replace(/^node_modules\//, ""), ...args].join(" ")
      reject(new CliError(`${name} failed (${signal ?? `exit code ${code}`}); its output is above`))
    })
  })
}

/** Lets all other processes go first. The process must be detached. */
function yieldProcessor(pid: number): void {
  const { PRIORITY_LOW } = constants.priority
  setPriority(pid, PRIORITY_LOW)
  try {
    // Linux may divide the processor among sessions before it considers priorities.
    writeFileSync(`/proc/${pid}/autogroup`, String(PRIORITY_LOW))
  } catch {
    // Not on this system.
  }
}
