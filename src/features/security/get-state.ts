import type { Caller } from "@/domain/caller"
import type { SecurityState } from "@/features/security/schema"
import { query } from "@/platform/db"
import { toTimestamp, toTimestampOrNull } from "@/trpc/wire"

interface PasskeyRow {
  id: string
  name: string
  backed_up: boolean
  created_at: Date
  last_used_at: Date | null
}

interface StateRow {
  password_changed_at: Date | null
  totp_since: Date | null
  codes_left: number
}

const STATE = `
  SELECT a.password_changed_at, t.confirmed_at AS totp_since,
         (SELECT count(*)::int FROM recovery_code r WHERE r.account_id = a.id AND r.used_at IS NULL) AS codes_left
  FROM account a LEFT JOIN totp t ON t.account_id = a.id WHERE a.id = $1`

/** How an account is guarded. */
export const getState = async ({ accountId }: Caller): Promise<SecurityState> => {
  const [state] = await query<StateRow>(STATE, [accountId])
  const passkeys = await query<PasskeyRow>(
    "SELECT id, name, backed_up, created_at, last_used_at FROM passkey WHERE account_id = $1 ORDER BY created_at",
    [accountId],
  )
  return {
    password_changed_at: toTimestampOrNull(state?.password_changed_at ?? null),
    totp_since: toTimestampOrNull(state?.totp_since ?? null),
    recovery_codes_left: state?.codes_left ?? 0,
    passkeys: passkeys.map(({ created_at, last_used_at, ...passkey }) => ({
      ...passkey,
      created_at: toTimestamp(created_at),
      last_used_at: toTimestampOrNull(last_used_at),
    })),
  }
}
