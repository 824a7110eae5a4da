import { createHash, randomBytes } from "node:crypto"
import { Client } from "pg"
import { isPubliclyReachable } from "../domain/host-exposure.mjs"
import { CliError } from "./cli-error.mjs"
import type { Settings } from "./settings.mjs"

const LIFETIME_SECONDS = 60 * 60

const DEMO_STAFF =
  "SELECT FROM account WHERE email = 'staff@example.in' AND 'staff' = ANY (roles) AND locked_at IS NULL AND deleted_at IS NULL"

const CREATE_LINK = `
  INSERT INTO first_staff_link (id, hash, expires_at)
  SELECT true, $1, now() + make_interval(secs => $2) WHERE NOT EXISTS (SELECT FROM account WHERE 'staff' = ANY (roles))
  ON CONFLICT (id) DO UPDATE SET hash = excluded.hash, expires_at = excluded.expires_at, used_at = NULL
  RETURNING id`

/**
 * Creates the one-time link with which the operator creates the first staff account, and replaces the link of the
 * previous start.
 * @returns its URL, whose token is stored as a hash; null if there is a staff account
 * @throws {CliError} if the database holds a demo that others can reach: they could become its staff
 */
export async function createFirstStaffLink(settings: Settings, databaseUrl: string): Promise<string | null> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    if (!settings.demo && isPubliclyReachable(settings) && (await client.query(DEMO_STAFF)).rows.length > 0) {
      throw new CliError(
        "the database holds the demo, which others can reach here: set another DATA_DIR or DATABASE_URL, or DEMO=1 to show the demo to them",
      )
    }
    const token = randomBytes(32).toString("base64url")
    const created = await client.query(CREATE_LINK, [createHash("sha256").update(token).digest(), LIFETIME_SECONDS])
    return created.rows.length > 0 ? `${settings.appUrl}/first-staff?token=${token}` : null
  } finally {
    await client.end()
  }
}
