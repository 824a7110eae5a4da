import pino from "pino"
import { env } from "@/platform/env"
import { once } from "@/platform/once"

const TOLD_OF_ERRORS = [
  "code",
  "errno",
  "syscall",
  "address",
  "port",
  "severity",
  "schema",
  "table",
  "column",
  "constraint",
  "routine",
] as const

/** What a log says of an error, and nothing else that hangs on one: drivers add their connection with its keys, and what a row holds. */
export const toldError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const properties = error as Error & Partial<Record<(typeof TOLD_OF_ERRORS)[number] | "errors", unknown>>
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(
      TOLD_OF_ERRORS.flatMap((name) => (properties[name] === undefined ? [] : [[name, properties[name]]])),
    ),
    ...(error.cause !== undefined && { cause: toldError(error.cause) }),
    ...(Array.isArray(properties.errors) && { errors: properties.errors.map(toldError) }),
  }
}

/** Structured logs on standard output. Whatever could be a secret is cut out before it is written. */
export const log = once("log", () =>
  pino({
    level: env.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: toldError },
    redact: {
      paths: [
        "authorization",
        "cookie",
        "password",
        "secret",
        "token",
        "*.authorization",
        "*.cookie",
        "*.password",
        "*.secret",
        "*.token",
      ],
      censor: "[redacted]",
    },
  }),
)
