import type { Instrumentation } from "next"

/** Runs once in each server process of Next. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return
  const [{ flushRequestLog }, { flushOauthLog }, { stopStep }, { STOP_MS }] = await Promise.all([
    import("@/platform/request-log/request-log"),
    import("@/oauth/oauth-log"),
    import("@/platform/shutdown/stop-step"),
    import("@/platform/shutdown/stop-times"),
  ])
  const flushBeforeExit = (): void => {
    // "next start" finishes its requests and then exits by itself; the log of the last ones is written in between.
    const exit = process.exit.bind(process)
    process.exit = ((code) => {
      void stopStep("request log", () => Promise.all([flushRequestLog(), flushOauthLog()]), STOP_MS.requestLog).finally(
        () => exit(code),
      )
    }) as typeof process.exit
  }
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, flushBeforeExit)
}

function hasUnavailableCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    ((error as Error & { code?: unknown }).code === "unavailable" || hasUnavailableCode(error.cause))
  )
}

/**
 * Logs a page or route that failed, with the request id and the digest that its reader saw. Next also writes it to
 * standard error.
 */
export const onRequestError: Instrumentation.onRequestError = async (error, { headers }, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return
  const [{ log }, { logUnavailable, toUnavailable: unavailable }] = await Promise.all([
    import("@/platform/log/log"),
    import("@/platform/db/unavailable"),
  ])
  const context = {
    requestId: headers["x-request-id"],
    digest: (error as Error & { digest?: string }).digest,
    route: routePath,
  }
  if (unavailable(error) || hasUnavailableCode(error)) logUnavailable("page", error, context)
  else log.error({ err: error, ...context }, "a page or route failed")
}
