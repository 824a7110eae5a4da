import type { Caller } from "@/domain/caller"
import type { Locale } from "@/domain/locale"
import { Problem } from "@/domain/problem"
import { query } from "@/platform/db"

export interface AccountRow {
  id: string
  name: string
  email: string
  email_verified_at: Date | null
  phone_verified_at: Date | null
  locale: Locale
  avatar_path: string | null
  created_at: Date
}

export const getMe = async ({ accountId }: Caller): Promise<AccountRow> => {
  const [account] = await query<AccountRow>(
    "SELECT id, name, email, email_verified_at, phone_verified_at, locale, avatar_path, created_at FROM account WHERE id = $1",
    [accountId],
  )
  if (!account) throw new Problem("invalid_token")
  return account
}
