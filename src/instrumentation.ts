import type { Instrumentation } from "next"

/** Runs once in each server process of Next. */
export const register = async (): Promise<void> => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return
  const [{ flushRequestLog }, { stopStep }, { STOP_MS }] = await Promise.all([
    import("@/platform/request-log"),
    import("@/platform/stop-step"),
    import("@/platform/stop-times"),
  ])
  const flushBeforeExit = (): void => {
    // "next start" finishes its requests and then exits by itself; the log of the last ones is written in between.
    const exit = process.exit.bind(process)
    process.exit = ((code) => {
      void stopStep("request log", flushRequestLog, STOP_MS.requestLog).finally(() => exit(code))
    }) as typeof process.exit
  }
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, flushBeforeExit)
}

// A page's Problem is of another bundle's class.
const isToldUnavailable = (error: unknown): boolean =>
  error instanceof Error &&
  ((error as Error & { code?: unknown }).code === "unavailable" || isToldUnavailable(error.cause))

/** A page or route that has failed, by the request id and the digest that its reader was told. Next writes it to standard error as well. */
export const onRequestError: Instrumentation.onRequestError = async (error, { headers }, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return
  const [{ log }, { unavailable }] = await Promise.all([import("@/platform/log"), import("@/platform/unavailable")])
  const context = {
    err: error,
    requestId: headers["x-request-id"],
    digest: (error as Error & { digest?: string }).digest,
    route: routePath,
  }
  if (unavailable(error) || isToldUnavailable(error)) log.warn(context, "the database cannot answer now")
  else log.error(context, "a page or route failed")
}
