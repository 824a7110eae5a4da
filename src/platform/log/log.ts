import pino from "pino"
import { env } from "@/platform/env"
import { processSingleton } from "@/platform/process-singleton"

const LOGGED_ERROR_PROPERTIES = [
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
  // Fields of Prisma's driver adapter about a PostgreSQL error.
  "kind",
  "originalCode",
  "originalMessage",
] as const

const GENERIC_NAMES = new Set(["Error", "error"])

// A bundler shortens class names, but not an error's own name.
function typeOf(error: Error): string {
  return GENERIC_NAMES.has(error.name) ? error.constructor.name : error.name
}

function loggableProperties(error: object): object {
  const properties: Partial<Record<(typeof LOGGED_ERROR_PROPERTIES)[number], unknown>> = error
  return Object.fromEntries(
    LOGGED_ERROR_PROPERTIES.flatMap((name) => (properties[name] === undefined ? [] : [[name, properties[name]]])),
  )
}

/** For a malformed statement, Prisma's message first shows the values, then, in its last paragraph, the reason. */
function messageOf({ name, message }: Error): string {
  return name === "PrismaClientValidationError" ? message.slice(message.lastIndexOf("\n\n")).trim() : message
}

/**
 * Returns the loggable parts of an error. Drivers attach other data, such as their connection with its keys, or a row's
 * values.
 */
export function loggableError(error: unknown, { stack = true } = {}): unknown {
  if (typeof error !== "object" || error === null) return error
  if (!(error instanceof Error)) return loggableProperties(error)
  const { errors } = error as Error & { errors?: unknown }
  return {
    type: typeOf(error),
    message: messageOf(error),
    ...(stack && { stack: error.stack?.replace(error.message, () => messageOf(error)) }),
    ...loggableProperties(error),
    ...(error.cause !== undefined && { cause: loggableError(error.cause, { stack }) }),
    ...(Array.isArray(errors) && { errors: errors.map((nested) => loggableError(nested, { stack })) }),
  }
}

/** Structured logs on standard output. Secrets are redacted before they are written. */
export const log = processSingleton("log", () =>
  pino({
    level: env.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => loggableError(error) },
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
