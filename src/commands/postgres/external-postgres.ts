import { Client, DatabaseError } from "pg"
import { CliError } from "../cli-error.mjs"

const OLDEST_MAJOR = 15

/**
 * Checks the PostgreSQL of DATABASE_URL.
 * @returns a description of it, without the password
 * @throws {CliError} one line, without the password
 */
export async function checkExternalPostgres(databaseUrl: string): Promise<string> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  client.on("error", () => undefined)
  const where = `${client.host}:${client.port}/${client.database ?? ""}`
  try {
    await client.connect()
    const { rows } = await client.query<{ number: number; version: string }>(
      "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version",
    )
    const { number = 0, version = "unknown" } = rows[0] ?? {}
    if (Math.floor(number / 10_000) < OLDEST_MAJOR) {
      throw new CliError(`the database at ${where} is PostgreSQL ${version}: ${OLDEST_MAJOR} or later is needed`)
    }
    return `PostgreSQL ${version} at ${where}`
  } catch (error) {
    if (error instanceof CliError) throw error
    throw new CliError(`the database at ${where} cannot be reached (DATABASE_URL): ${reason(error)}`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function reason(error: unknown): string {
  if (error instanceof DatabaseError) return error.message
  // Node collects the errors of all addresses of a name in an AggregateError, which has no message.
  if (error instanceof AggregateError) return reason(error.errors[0])
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}
