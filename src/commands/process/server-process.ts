import { spawn, type ChildProcess } from "node:child_process"
import { setTimeout as sleep } from "node:timers/promises"
import { CliError } from "../cli-error.mjs"
import { COMMAND_STOP_MS } from "../../platform/shutdown/stop-times"
import { root } from "../root.mjs"

const READY_SECONDS = 60

export interface ServerProcess {
  pid: number
  /** Asks it to finish its requests and end; kills it if it takes too long. */
  stop(): Promise<void>
  kill(): void
  /** Settles when it has ended, with the way it ended: "exit code 1", "SIGKILL". */
  ended: Promise<string>
}

interface Options {
  /** Node's arguments, relative to the repository. */
  args: string[]
  env: NodeJS.ProcessEnv
  /** Kills it if aborted before it is ready. */
  signal?: AbortSignal
  /** Whether to discard its standard output. */
  quiet?: boolean
  /** Settles when it is ready; by default on its message `{ type: "ready" }`. */
  ready?: () => Promise<void>
}

// Rendering a page starts an async context. Afterwards Node up to 22 hooks every promise of the process, which costs
// the API a fifth of its time. This flag turns on AsyncContextFrame in Node 22, which avoids that; Node 24 has it by
// default.
const CONTEXT_FRAME = "--experimental-async-context-frame"

// A page allocates about 10 MB. In Node's 16 MB for young objects, nearly every page waits for a garbage collection.
const YOUNG_GENERATION = "--max-semi-space-size=32"

const NODE_OPTIONS = [
  YOUNG_GENERATION,
  ...(process.allowedNodeEnvironmentFlags.has(CONTEXT_FRAME) ? [CONTEXT_FRAME] : []),
]

/** The server's entry point: one process, or a parent that starts WEB_CONCURRENCY of them. */
export function serverEntry(env: NodeJS.ProcessEnv): string {
  return Number(env.WEB_CONCURRENCY ?? 1) > 1 ? "dist/cluster.mjs" : "dist/server.mjs"
}

/**
 * Starts a server and waits until it listens. It ends by itself when this process does, because its message channel
 * closes.
 * @throws {CliError} if it ends before it is ready
 */
export async function startServerProcess({ args, env, signal, quiet, ready }: Options): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...NODE_OPTIONS, ...args], {
    cwd: root,
    env,
    stdio: ["ignore", quiet ? "ignore" : "inherit", "inherit", "ipc"],
    // A process group of its own: Ctrl-C in the terminal reaches it only once, through this process.
    detached: true,
  })
  const ended = new Promise<string>((resolve) => child.once("exit", (code, how) => resolve(how ?? `exit code ${code}`)))
  const failed = new Promise<Error>((resolve) => child.once("error", resolve))
  const late = sleep(READY_SECONDS * 1000, "late" as const, { ref: false })
  const interrupt = () => void child.kill("SIGKILL")
  if (signal?.aborted) interrupt()
  signal?.addEventListener("abort", interrupt)
  const listening = (ready?.() ?? readyMessage(child)).then(() => "ready" as const)
  const outcome = await Promise.race([listening, late, ended.then((how) => ({ how })), failed])
  signal?.removeEventListener("abort", interrupt)
  if (outcome === "ready") {
    return { pid: child.pid ?? 0, ended, stop: () => stop(child, ended), kill: () => void child.kill("SIGKILL") }
  }
  child.kill("SIGKILL")
  if (outcome === "late") throw new CliError(`the server was not ready after ${READY_SECONDS} s`)
  if (outcome instanceof Error) throw new CliError(`the server could not be started: ${outcome.message}`)
  throw new CliError(`the server ended before it was ready (${outcome.how}); what it said is above`)
}

function readyMessage(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on("message", (message) => {
      if (typeof message === "object" && "type" in message && message.type === "ready") resolve()
    })
  })
}

async function stop(child: ChildProcess, ended: Promise<string>): Promise<void> {
  child.kill("SIGTERM")
  const late = sleep(COMMAND_STOP_MS, "late" as const, { ref: false })
  if ((await Promise.race([ended, late])) === "late") {
    child.kill("SIGKILL")
    await ended
  }
}
