/** Runs once in each server process of Next. */
export const register = async (): Promise<void> => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return
  const [{ flushRequestLog }, { stopStep }, { STOP_MS }] = await Promise.all([import("@/platform/request-log"), import("@/platform/stop-step"), import("@/platform/stop-times")])
  const flushBeforeExit = (): void => {
    // "next start" finishes its requests and then exits by itself; the log of the last ones is written in between.
    const exit = process.exit.bind(process)
    process.exit = ((code) => {
      void stopStep("request log", flushRequestLog, STOP_MS.requestLog).finally(() => exit(code))
    }) as typeof process.exit
  }
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, flushBeforeExit)
}
