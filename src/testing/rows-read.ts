import type pg from "pg"

const READ =
  "SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int AS read FROM pg_stat_xact_user_tables WHERE relname LIKE $1"

/**
 * How many rows of some tables PostgreSQL reads for a work, which is then rolled back.
 * @param tables a pattern of LIKE
 */
export const rowsRead = async (
  client: pg.PoolClient,
  tables: string,
  work: () => Promise<unknown>,
): Promise<number> => {
  const read = async (): Promise<number> => (await client.query<{ read: number }>(READ, [tables])).rows[0]?.read ?? 0
  await client.query("BEGIN")
  try {
    // What the connection has read for others before is told with it for up to a minute.
    const before = await read()
    await work()
    return (await read()) - before
  } finally {
    await client.query("ROLLBACK")
  }
}
