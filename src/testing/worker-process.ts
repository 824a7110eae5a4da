import { spawn, type ChildProcess } from "node:child_process"
import { root } from "@/commands/root.mjs"

/** A worker as a process of its own, from the sources. Its webhooks may go to the loopback. */
export class WorkerProcess {
  private constructor(
    private readonly child: ChildProcess,
    /** Settles when it has ended, with its exit code or the signal. */
    readonly ended: Promise<number | string>,
  ) {
    process.once("exit", () => child.kill("SIGKILL"))
  }

  static async start(databaseUrl: string): Promise<WorkerProcess> {
    const child = spawn(process.execPath, ["--import", "tsx", "src/worker.ts"], {
      cwd: root,
      env: { ...process.env, NODE_ENV: "production", DATABASE_URL: databaseUrl, WEBHOOK_LOOPBACK: "1", LOG_LEVEL: "silent" },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    })
    const ended = new Promise<number | string>((resolve) => child.once("exit", (code, signal) => resolve(signal ?? code ?? 0)))
    const ready = new Promise<void>((resolve) => child.once("message", () => resolve()))
    await Promise.race([ready, ended.then((how) => Promise.reject(new Error(`the worker ended before it worked: ${how}`)))])
    return new WorkerProcess(child, ended)
  }

  /** With -9: it cannot say good-bye. */
  async kill(): Promise<void> {
    this.child.kill("SIGKILL")
    await this.ended
  }

  async stop(): Promise<number | string> {
    this.child.kill("SIGTERM")
    return this.ended
  }
}
