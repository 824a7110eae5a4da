import { startTestPostgres } from "./postgres"

/** Vitest's global set-up: passes PostgreSQL to the test processes in the environment. */
export default function setup(): Promise<() => Promise<void>> {
  return startTestPostgres()
}
