import { spawn, type ChildProcess } from "node:child_process"
import { setTimeout as sleep } from "node:timers/promises"
import { Refusal } from "../refusal.mjs"
import { COMMAND_STOP_MS } from "../../platform/shutdown/stop-times"
import { root } from "../root.mjs"

const READY_SECONDS = 60

export interface ServerProcess {
  pid: number
  /** Asks it to finish its requests and end, and kills it if it has not ended by then. */
  stop(): Promise<void>
  kill(): void
  /** Settles when it has ended, with how: "exit code 1", "SIGKILL". */
  ended: Promise<string>
}

interface Options {
  /** Of node, relative to the repository. */
  args: string[]
  env: NodeJS.ProcessEnv
  /** Kills it while it is not ready yet. */
  signal?: AbortSignal
  /** Whether to leave out what it writes to standard output. */
  quiet?: boolean
  /** Settles when it is ready; by default its message `{ type: "ready" }`. */
  ready?: () => Promise<void>
}

// Rendering a page begins an async context. From then on Node up to 22 hooks every promise of the process, which costs the API a fifth of its time;
// Node 22 has the later way, which does not, behind this flag, and Node 24 by itself.
const CONTEXT_FRAME = "--experimental-async-context-frame"
const NODE_OPTIONS = process.allowedNodeEnvironmentFlags.has(CONTEXT_FRAME) ? [CONTEXT_FRAME] : []

/** What to run for a server: one process, or the one that starts WEB_CONCURRENCY of them. */
export function serverEntry(env: NodeJS.ProcessEnv): string {
  return Number(env.WEB_CONCURRENCY ?? 1) > 1 ? "dist/cluster.mjs" : "dist/server.mjs"
}

/**
 * Starts a server and waits until it listens. One that takes messages ends by itself when this process does: the channel closes.
 * @throws {Refusal} when it ends before it is ready
 */
export async function startServerProcess({ args, env, signal, quiet, ready }: Options): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...NODE_OPTIONS, ...args], {
    cwd: root,
    env,
    stdio: ["ignore", quiet ? "ignore" : "inherit", "inherit", "ipc"],
    // A process group of its own: Ctrl-C in the terminal reaches it through this process only, once.
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
  if (outcome === "late") throw new Refusal(`the server was not ready after ${READY_SECONDS} s`)
  if (outcome instanceof Error) throw new Refusal(`the server could not be started: ${outcome.message}`)
  throw new Refusal(`the server ended before it was ready (${outcome.how}); what it said is above`)
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
