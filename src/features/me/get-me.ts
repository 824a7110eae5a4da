import type { Caller } from "@/domain/caller"
import type { Locale } from "@/domain/locale"
import { Problem } from "@/domain/problem"
import { batchedRead } from "@/platform/db/batched-read"

// SQL: a hot path, whose simultaneous requests share one statement.

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

const readAccount = batchedRead<string, AccountRow>(`
  SELECT ordinal::int, id, name, email, email_verified_at, phone_verified_at, locale, avatar_path, created_at
  FROM unnest($1::uuid[]) WITH ORDINALITY AS requested (id, ordinal) JOIN account USING (id)`)

export const getMe = async ({ accountId }: Caller): Promise<AccountRow> => {
  const account = await readAccount(accountId)
  if (!account) throw new Problem("invalid_token")
  return account
}
