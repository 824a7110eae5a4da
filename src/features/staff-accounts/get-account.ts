import { DEFAULT_RATE_LIMITS } from "@/auth/bearer"
import { Problem } from "@/domain/problem"
import { publicId, uuidOf } from "@/domain/public-id"
import { ACCOUNT_COLUMNS, type AccountRow, toFoundAccount } from "@/features/staff-accounts/find-accounts"
import type { StaffAccount } from "@/features/staff-accounts/schema"
import { query } from "@/platform/db"
import { toTimestampOrNull } from "@/trpc/wire"

interface Row extends AccountRow {
  store: StaffAccount["store"]
  sessions: number
  apps: number
}

const ACCOUNT = `
  SELECT ${ACCOUNT_COLUMNS},
         (SELECT jsonb_build_object('slug', s.slug, 'name', s.name, 'role', m.role) FROM store_member m JOIN store s ON s.id = m.store_id WHERE m.account_id = a.id) AS store,
         (SELECT count(*)::int FROM session WHERE account_id = a.id AND revoked_at IS NULL AND expires_at > now()) AS sessions,
         (SELECT count(*)::int FROM oauth_app WHERE account_id = a.id AND deleted_at IS NULL) AS apps
  FROM account a WHERE a.id = $1 AND a.deleted_at IS NULL`

interface KeyRow {
  id: string
  name: string
  mode: "live" | "test"
  last_four: string
  last_used_at: Date | null
  rate_limit: number | null
}

const KEYS = `
  SELECT DISTINCT ON (k.created_at, k.id) k.id, k.name, k.mode, s.last_four, k.last_used_at, k.rate_limit
  FROM api_key k JOIN api_key_secret s ON s.key_id = k.id
  WHERE k.account_id = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
  ORDER BY k.created_at DESC, k.id DESC, s.created_at DESC`

/** @throws Problem not_found */
export const getAccount = async (readerId: string, id: string): Promise<StaffAccount> => {
  const uuid = uuidOf("account", id)
  const [row] = uuid ? await query<Row>(ACCOUNT, [uuid]) : []
  if (!row) throw new Problem("not_found")
  const keys = await query<KeyRow>(KEYS, [row.id])
  const { store, sessions, apps } = row
  return {
    ...toFoundAccount({
      id: row.id,
      name: row.name,
      email: row.email,
      verified: row.verified,
      staff: row.staff,
      created_at: row.created_at,
      locked_at: row.locked_at,
    }),
    own: row.id === readerId,
    store,
    sessions,
    apps,
    keys: keys.map((key) => ({
      ...key,
      id: publicId("api_key", key.id),
      last_used_at: toTimestampOrNull(key.last_used_at),
      rate_limit: key.rate_limit ?? DEFAULT_RATE_LIMITS[key.mode],
      default_rate_limit: DEFAULT_RATE_LIMITS[key.mode],
    })),
  }
}
