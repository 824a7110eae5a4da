import { startTestPostgres } from "./postgres"

/** Vitest's global set-up: the test processes find PostgreSQL through their environment. */
export default function setup(): Promise<() => Promise<void>> {
  return startTestPostgres()
}
