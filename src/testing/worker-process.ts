import { spawn, type ChildProcess } from "node:child_process"
import { root } from "@/commands/root.mjs"
import { built } from "@/commands/test-server"

/** A worker as a process of its own, as `npm run worker` runs it. Its webhooks may go to the loopback. */
export class WorkerProcess {
  private constructor(
    private readonly child: ChildProcess,
    /** Settles when it has ended, with its exit code or the signal. */
    readonly ended: Promise<number | string>,
  ) {
    process.once("exit", () => child.kill("SIGKILL"))
  }

  static async start(databaseUrl: string, settings: Record<string, string> = {}): Promise<WorkerProcess> {
    await built()
    const child = spawn(process.execPath, ["dist/worker.mjs"], {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: "production",
        DATABASE_URL: databaseUrl,
        WEBHOOK_LOOPBACK: "1",
        LOG_LEVEL: "silent",
        ...settings,
      },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    })
    const ended = new Promise<number | string>((resolve) =>
      child.once("exit", (code, signal) => resolve(signal ?? code ?? 0)),
    )
    const ready = new Promise<void>((resolve) => child.once("message", () => resolve()))
    await Promise.race([
      ready,
      ended.then((how) => Promise.reject(new Error(`the worker ended before it worked: ${how}`))),
    ])
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
