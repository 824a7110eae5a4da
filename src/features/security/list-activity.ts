// SQL: the newest entries of two indexes, each of which stops at a bound.
import { findAppNames } from "@/auth/find-app-names"
import { ACTIVITY_ACTIONS } from "@/domain/activity"
import type { Caller } from "@/domain/caller"
import type { Activity } from "@/features/security/schema"
import { prisma } from "@/platform/db/prisma"
import { query } from "@/platform/db/query"
import { toTimestamp } from "@/trpc/wire"

interface ActivityRow {
  id: string
  action: (typeof ACTIVITY_ACTIONS)[number]
  subject: string
  recorded: string | null
  own: boolean
  ip: string | null
  created_at: Date
}

const MAX_ENTRIES = 20

// An account that handles orders has many entries of other kinds, of which only the newest are read. What staff did to
// other accounts is not about theirs.
const ACTIVITY_SQL = `
  SELECT id, action, subject, coalesce(data->>'name', data->>'provider') AS recorded, actor_id IS NOT DISTINCT FROM $1::uuid AS own,
         host(ip) AS ip, created_at
  FROM ((SELECT * FROM audit_entry WHERE actor_id = $1::uuid ORDER BY created_at DESC LIMIT 1000)
        UNION ALL
        (SELECT * FROM audit_entry WHERE subject = $1::text AND actor_id IS DISTINCT FROM $1::uuid ORDER BY created_at DESC LIMIT 100)) e
  WHERE action = ANY ($2::text[]) AND (action NOT LIKE 'account.%' OR subject = $1::text)
  ORDER BY created_at DESC, id DESC LIMIT ${MAX_ENTRIES}`

/** What was done to the account, its credentials and its connected apps, by whomever, newest first. */
export async function listActivity({ accountId }: Caller): Promise<Activity[]> {
  const rows = await query<ActivityRow>(ACTIVITY_SQL, [accountId, ACTIVITY_ACTIONS])
  const subjectsOf = (noun: string): string[] =>
    rows.filter(({ action }) => action.startsWith(`${noun}.`)).map(({ subject }) => subject)
  const [keys, appNames] = await Promise.all([
    prisma().apiKey.findMany({
      where: { id: { in: subjectsOf("api_key") }, accountId },
      select: { id: true, name: true },
    }),
    findAppNames(subjectsOf("oauth_grant")),
  ])
  const names = new Map([...keys.map(({ id, name }) => [id, name] as const), ...appNames])
  return rows.map(({ id, action, subject, recorded, own, ip, created_at: createdAt }) => ({
    id,
    action,
    name: names.get(subject) ?? recorded,
    by: own ? "account" : "staff",
    // Where staff work is not for the account holder.
    ip: own ? ip : null,
    created_at: toTimestamp(createdAt),
  }))
}
