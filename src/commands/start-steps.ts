import { announce } from "./announce"
import { buildIfStale } from "./build"
import { databaseSteps } from "./database-steps"
import { readDemo } from "./demo-step"
import { Lifetime } from "./lifetime"
import { forgetServer, recordServer } from "./port.mjs"
import { printFailure } from "./refusal.mjs"
import { serverEnv } from "./server-env"
import { serverEntry, startServerProcess } from "./server-process"
import type { Settings } from "./settings.mjs"
import { step } from "./step.mjs"

export interface Prepared {
  settings: Settings
  lock: { stopping(): void; launchers: { pid: number; identity: string | null }[] }
  /** On the clock of `performance.now()`. */
  began: number
}

/** The steps of `npm start` that need the packages, up to a running server; returns while it runs. */
export async function start({ settings, lock, began }: Prepared): Promise<void> {
  const life = new Lifetime(() => lock.stopping())
  life.endWith(lock.launchers)
  try {
    const databaseUrl = await databaseSteps(settings, life)
    await step("build", (doing) => buildIfStale(doing, life.signal))
    const server = await step(
      "server",
      () =>
        startServerProcess({
          args: [serverEntry(process.env)],
          env: serverEnv(settings, databaseUrl, "production"),
          signal: life.signal,
        }),
      ({ pid }) => `listening on port ${settings.port}, process ${pid}${processes()}`,
      { speaks: true },
    )
    recordServer(settings, server.pid)
    life.add({
      name: "server",
      stop: () => server.stop().finally(() => forgetServer(settings)),
      force: () => server.kill(),
    })
    void server.ended.then((how) => life.fail(`the server has ended by itself (${how})`))
    life.running()
    process.stdout.write(
      announce(settings.appUrl, settings.demo ? readDemo(settings) : null, performance.now() - began),
    )
  } catch (error) {
    if (life.stopping) return
    printFailure(error)
    await life.stop(1)
  }
}

function processes(): string {
  const count = Number(process.env.WEB_CONCURRENCY ?? 1)
  return count > 1 ? ` and ${count} below it` : ""
}
