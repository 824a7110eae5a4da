import { KEY_COLUMNS, listedKeys, parseKeyList } from "@/app/(portal)/keys/key-list"
import { type CsvFields, csvResponse } from "@/app/csv-response"
import { portal } from "@/app/current-account"
import type { ApiKey } from "@/features/api-keys/schema"

/** The columns of the file that a column of the table becomes. */
const FIELDS: Record<(typeof KEY_COLUMNS)[number], CsvFields<ApiKey>> = {
  scopes: { scopes: ({ scopes }) => scopes.join(" ") },
  last_used: { last_used_at: ({ last_used_at }) => last_used_at },
  created: { created_at: ({ created_at }) => created_at },
  expires: { expires_at: ({ expires_at }) => expires_at },
  limit: { rate_limit: ({ rate_limit }) => rate_limit },
  ips: { allowed_ips: ({ allowed_ips }) => allowed_ips.join(" ") },
}
const DEFAULT_COLUMNS: readonly string[] = ["scopes", "last_used", "created", "expires", "limit"]

/** All keys of the list that the URL asks for, in its order and columns, as a CSV file. */
export async function GET(request: Request): Promise<Response> {
  const list = parseKeyList(Object.fromEntries(new URL(request.url).searchParams))
  const selected = KEY_COLUMNS.filter((column) => (list.columns ?? DEFAULT_COLUMNS).includes(column))
  const fields: CsvFields<ApiKey> = Object.fromEntries([
    ["name", ({ name }: ApiKey) => name],
    ["key", ({ prefix, last_four }: ApiKey) => `${prefix}…${last_four}`],
    ["status", ({ status }: ApiKey) => status],
    ...selected.flatMap((column) => Object.entries(FIELDS[column])),
  ])
  const caller = await portal()
  return csvResponse("keys.csv", fields, async function* () {
    yield listedKeys((await caller.portalKeys.list()).data, list, Date.now())
  })
}
