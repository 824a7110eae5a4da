import { publicId } from "@/domain/public-id"
import { EXPORT_SECTIONS, LEFT_OUT } from "@/features/accounts/export-account-sections"
import { query } from "@/platform/db"

// Everything that Haat holds on an account, as one JSON document that is written while it is read.

interface AccountRow {
  id: string
  [column: string]: unknown
}

const ACCOUNT = `
  SELECT a.id, a.name, a.email, a.email_verified_at, a.phone, a.phone_verified_at, a.locale, a.avatar_path, a.roles, a.created_at, a.updated_at, a.password_changed_at, a.locked_at,
         (SELECT json_build_object('store', s.name, 'role', m.role, 'since', m.created_at) FROM store_member m JOIN store s ON s.id = m.store_id WHERE m.account_id = a.id) AS store,
         (SELECT t.confirmed_at FROM totp t WHERE t.account_id = a.id) AS authenticator_app_since
  FROM account a WHERE a.id = $1`

/** The document in pieces. Each page is a query of its own, so that a slow reader holds no connection. */
export async function* exportAccount(accountId: string): AsyncGenerator<string, void> {
  const [account] = await query<AccountRow>(ACCOUNT, [accountId])
  if (!account) return
  const { id, ...known } = account
  yield `{\n"exported_at": ${JSON.stringify(new Date())},\n"left_out": ${JSON.stringify(LEFT_OUT)},\n"account": ${JSON.stringify({ id: publicId("account", id), ...known })}`
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
