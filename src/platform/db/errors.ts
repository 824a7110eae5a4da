import { isProblem } from "@/domain/problem"

/** Whether a migration has changed the type of a column that a prepared statement gives: PostgreSQL's feature_not_supported. */
export const isStale = (error: unknown): boolean => hasCode(error, (code) => code === "0A000")

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
  // read_only_sql_transaction: this was the primary before a failover
  "25006",
  // disk_full, out_of_memory, configuration_limit_exceeded
  "53100",
  "53200",
  "53400",
  // Prisma: cannot reach, timed out, connection closed, no free connection, transaction not begun or ended in time, too many connections
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

/** The error with its causes, and the errors of each that holds several. */
function* causesOf(error: unknown): Generator<Error> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    yield cause
    if (cause instanceof AggregateError) for (const each of cause.errors) yield* causesOf(each)
  }
}

/** What Prisma keeps of an error of the driver, in its own error or, where a transaction begins or ends, instead of one. */
interface DriverAdapterError {
  cause?: { originalCode?: unknown }
}

interface CodedError extends Error {
  code?: unknown
  meta?: { driverAdapterError?: DriverAdapterError }
}

/** What it says it is, to Node, PostgreSQL or Prisma. */
const codesOf = (error: CodedError): string[] => {
  const { cause } = (error.meta?.driverAdapterError ?? error) as DriverAdapterError
  return [cause?.originalCode, error.code].filter((each) => typeof each === "string")
}

const hasCode = (error: unknown, matches: (code: string) => boolean): boolean =>
  [...causesOf(error)].some((cause) => codesOf(cause).some(matches))

/** The code that says best why something failed, for logs: PostgreSQL's before Prisma's and that of a Problem, else the error's name. */
export function errorCode(error: unknown): string {
  const causes = [...causesOf(error)]
  const [first] = [...causes.filter((cause) => !isProblem(cause)), ...causes.filter(isProblem)].flatMap(codesOf)
  return first ?? (error instanceof Error ? error.name : typeof error)
}

/** Whether an error, of pg or of Prisma, means that PostgreSQL cannot be reached or cannot answer now, rather than that a query was wrong. */
export const isUnreachable = (error: unknown): boolean =>
  [...causesOf(error)].some(
    (cause) =>
      codesOf(cause).some((code) => UNAVAILABLE_CODES.has(code) || code.startsWith("08")) ||
      UNAVAILABLE_MESSAGES.test(cause.message),
  )

// P2034 is Prisma's for it.
const DEADLOCK_CODES = new Set(["40P01", "P2034"])

/** Whether PostgreSQL ended a transaction because it and another waited for each other. */
export const isDeadlock = (error: unknown): boolean => hasCode(error, (code) => DEADLOCK_CODES.has(code))

// P2002 is Prisma's for it.
const UNIQUE_CODES = new Set(["23505", "P2002"])

/** Whether a row could not be written because there is another of the same unique key. */
export const isUniqueViolation = (error: unknown): boolean => hasCode(error, (code) => UNIQUE_CODES.has(code))
