import type { RunStatement } from "@/orders/insert-orders"

const CREATE_BUYERS_SQL = `
  INSERT INTO account (id, email, name, updated_at) SELECT r.id, r.email, r.name, now()
  FROM json_to_recordset($1::json) AS r (id uuid, email citext, name text) ORDER BY r.email ON CONFLICT (email) DO NOTHING`
const FIND_BUYERS_SQL = `
  SELECT a.id, r.email FROM unnest($1::text[]) AS r (email) JOIN account a ON a.email = r.email::citext WHERE a.deleted_at IS NULL`

/**
 * Finds the accounts of buyers by email address. An unknown buyer with a name gets an account: without a password, so
 * that its owner signs in by resetting it.
 * @param newId makes an id for an account
 * @returns the ids of the accounts, by the email address as it was given
 */
export async function findBuyers(
  run: RunStatement,
  buyers: readonly { email: string; name?: string | null | undefined }[],
  newId: () => string,
): Promise<Map<string, string>> {
  const emails = [...new Set(buyers.map(({ email }) => email))]
  const read = async (): Promise<Map<string, string>> =>
    new Map((await run<{ id: string; email: string }>(FIND_BUYERS_SQL, [emails])).map(({ id, email }) => [email, id]))
  const found = await read()
  const unknown = new Map<string, { id: string; email: string; name: string }>()
  for (const { email, name } of buyers) {
    const lowered = email.toLowerCase()
    if (typeof name === "string" && !found.has(email) && !unknown.has(lowered))
      unknown.set(lowered, { id: newId(), email, name })
  }
  if (unknown.size === 0) return found
  await run(CREATE_BUYERS_SQL, [JSON.stringify([...unknown.values()])])
  return read()
}
