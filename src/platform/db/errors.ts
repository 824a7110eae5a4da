import { isProblem } from "@/domain/problem"

/**
 * Whether a migration has changed a column type of a prepared statement's result: PostgreSQL's feature_not_supported.
 */
export function isStalePreparedStatement(error: unknown): boolean {
  return hasCode(error, (code) => code === "0A000")
}

const UNAVAILABLE_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "ENOTFOUND",
  // PostgreSQL: admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections, lock_not_available
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "55P03",
  // read_only_sql_transaction: after a failover, this is the former primary.
  "25006",
  // disk_full, out_of_memory, configuration_limit_exceeded
  "53100",
  "53200",
  "53400",
  // Prisma: cannot connect, timed out, connection closed, no free connection, transaction not started or ended in time,
  // too many connections
  "P1001",
  "P1002",
  "P1008",
  "P1017",
  "P2024",
  "P2028",
  "P2037",
])

const UNAVAILABLE_MESSAGES =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|is not queryable|the database system is/

/** Yields the error, its causes, and the errors of each AggregateError among them. */
function* causesOf(error: unknown): Generator<Error> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    yield cause
    if (cause instanceof AggregateError) for (const candidate of cause.errors) yield* causesOf(candidate)
  }
}

/** What Prisma keeps of a driver error, inside its own error or, at the start or end of a transaction, in its place. */
interface DriverAdapterError {
  cause?: { originalCode?: unknown }
}

interface CodedError extends Error {
  code?: unknown
  meta?: { driverAdapterError?: DriverAdapterError }
}

/** Returns the error's codes of Node, PostgreSQL or Prisma. */
function codesOf(error: CodedError): string[] {
  const { cause } = (error.meta?.driverAdapterError ?? error) as DriverAdapterError
  return [cause?.originalCode, error.code].filter((candidate) => typeof candidate === "string")
}

function hasCode(error: unknown, matches: (code: string) => boolean): boolean {
  return [...causesOf(error)].some((cause) => codesOf(cause).some(matches))
}

/**
 * Returns the most specific code of a failure, for logs: PostgreSQL's, then Prisma's or a Problem's, then the error's
 * name.
 */
export function errorCode(error: unknown): string {
  const causes = [...causesOf(error)]
  const [first] = [...causes.filter((cause) => !isProblem(cause)), ...causes.filter(isProblem)].flatMap(codesOf)
  return first ?? (error instanceof Error ? error.name : typeof error)
}

/**
 * Whether an error of pg or Prisma means that PostgreSQL is unreachable or unavailable, and not that a query was wrong.
 */
export function isUnreachable(error: unknown): boolean {
  return [...causesOf(error)].some(
    (cause) =>
      codesOf(cause).some((code) => UNAVAILABLE_CODES.has(code) || code.startsWith("08")) ||
      UNAVAILABLE_MESSAGES.test(cause.message),
  )
}

// P2034 is Prisma's code for it.
const DEADLOCK_CODES = new Set(["40P01", "P2034"])

/** Whether PostgreSQL ended a transaction because of a deadlock. */
export function isDeadlock(error: unknown): boolean {
  return hasCode(error, (code) => DEADLOCK_CODES.has(code))
}

// P2002 is Prisma's code for it.
const UNIQUE_CODES = new Set(["23505", "P2002"])

/** Whether a write failed because the unique key already exists. */
export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, (code) => UNIQUE_CODES.has(code))
}
