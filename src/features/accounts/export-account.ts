import { publicId } from "@/domain/public-id"
import { EXPORT_SECTIONS, EXCLUDED_DATA } from "@/features/accounts/export-account-sections"
import { prisma } from "@/platform/db/prisma"
import { query } from "@/platform/db/query"
import type { Prisma } from "@/platform/prisma/client"

// Exports everything that Haat stores about an account as one JSON document, which is streamed. SQL: it runs the
// statements of export-account-sections.ts.

const ACCOUNT_SELECT = {
  name: true,
  email: true,
  emailVerifiedAt: true,
  phone: true,
  phoneVerifiedAt: true,
  locale: true,
  avatarPath: true,
  roles: true,
  createdAt: true,
  updatedAt: true,
  passwordChangedAt: true,
  lockedAt: true,
  storeMember: { select: { role: true, createdAt: true, store: { select: { name: true } } } },
  totp: { select: { confirmedAt: true } },
} satisfies Prisma.AccountSelect

/** The data of the account itself; null if there is none. */
async function accountData(accountId: string): Promise<object | null> {
  const account = await prisma().account.findUnique({ where: { id: accountId }, select: ACCOUNT_SELECT })
  if (!account) return null
  const { storeMember: member } = account
  return {
    id: publicId("account", accountId),
    name: account.name,
    email: account.email,
    email_verified_at: account.emailVerifiedAt,
    phone: account.phone,
    phone_verified_at: account.phoneVerifiedAt,
    locale: account.locale,
    avatar_path: account.avatarPath,
    roles: account.roles,
    created_at: account.createdAt,
    updated_at: account.updatedAt,
    password_changed_at: account.passwordChangedAt,
    locked_at: account.lockedAt,
    store: member && { store: member.store.name, role: member.role, since: member.createdAt },
    authenticator_app_since: account.totp?.confirmedAt ?? null,
  }
}

/** Yields the document in pieces. Each page is a query of its own, so that a slow reader holds no connection. */
export async function* exportAccount(accountId: string): AsyncGenerator<string, void> {
  const account = await accountData(accountId)
  if (!account) return
  yield `{\n"exported_at": ${JSON.stringify(new Date())},\n"left_out": ${JSON.stringify(EXCLUDED_DATA)},\n"account": ${JSON.stringify(account)}`
  for (const { name, sql, first, page: size } of EXPORT_SECTIONS) {
    yield `,\n${JSON.stringify(name)}: [`
    let [at, after]: readonly [string, string] = ["-infinity", first]
    let comma = ""
    for (;;) {
      const page = await query<{ at: string; id: string; item: unknown }>(sql, [accountId, at, after, size])
      for (const row of page) {
        yield `${comma}\n${JSON.stringify(row.item)}`
        comma = ","
      }
      const last = page.at(-1)
      if (!last || page.length < size) break
      ;[at, after] = [last.at, last.id]
    }
    yield "]"
  }
  yield "\n}\n"
}
