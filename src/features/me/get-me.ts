import type { Caller } from "@/domain/caller"
import type { Locale } from "@/domain/locale"
import type { Persona } from "@/domain/persona"
import { Problem } from "@/domain/problem"
import { publicId } from "@/domain/public-id"
import { batchedRead } from "@/platform/db/batched-read"

// SQL: a hot path, whose simultaneous requests share one statement.

export interface AccountRow {
  /** The public id. */
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

/** Returns the account of a caller, or the persona that a test client gets to know in its place. */
export async function getMe(caller: Caller): Promise<AccountRow> {
  if (caller.kind === "oauth" && caller.persona) return toAccountRow(caller.persona)
  const account = await readAccount(caller.accountId)
  if (!account) throw new Problem("invalid_token")
  return { ...account, id: publicId("account", account.id) }
}

function toAccountRow({ subject, name, email, locale, since }: Persona): AccountRow {
  return {
    id: subject,
    name,
    email,
    email_verified_at: since,
    phone_verified_at: null,
    locale,
    avatar_path: null,
    created_at: since,
  }
}
