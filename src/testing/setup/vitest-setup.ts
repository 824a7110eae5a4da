import { startTestPostgres } from "./postgres"
import { startServerPool } from "./server-pool"

/**
 * Vitest's global set-up: passes PostgreSQL and the pool of servers to the test processes in the environment. Vitest
 * calls it for each project.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const stopPostgres = await startTestPostgres()
  const stopPool = await startServerPool()
  return async () => {
    await stopPool()
    await stopPostgres()
  }
}
