import { parseStoreList, storesInput, STORE_COLUMNS } from "@/app/(portal)/staff/stores/store-list"
import { type CsvFields, csvResponse } from "@/app/csv-response"
import { portal } from "@/app/current-account"
import { EXPORT_BATCH_SIZE, type StaffStore } from "@/features/staff-stores/schema"

/** The columns of the file that a column of the table becomes. */
const FIELDS: Record<(typeof STORE_COLUMNS)[number], CsvFields<StaffStore>> = {
  owner: { owner: ({ owner }) => owner?.name, owner_email: ({ owner }) => owner?.email },
  place: { city: ({ city }) => city, state: ({ state }) => state },
  people: { people: ({ people }) => people },
  products: { products: ({ products }) => products },
  created: { created_at: ({ created_at }) => created_at },
}

/** All stores of the list that the URL asks for, in its order and columns, as a streamed CSV file. */
export async function GET(request: Request): Promise<Response> {
  const list = parseStoreList(Object.fromEntries(new URL(request.url).searchParams))
  const selected = STORE_COLUMNS.filter((column) => list.columns?.includes(column) ?? true)
  const fields: CsvFields<StaffStore> = Object.fromEntries([
    ["name", ({ name }: StaffStore) => name],
    ["slug", ({ slug }: StaffStore) => slug],
    ["status", ({ status }: StaffStore) => status],
    ...selected.flatMap((column) => Object.entries(FIELDS[column])),
  ])
  const { page: _page, per_page: _size, ...filter } = storesInput(list)
  const caller = await portal()
  return csvResponse("stores.csv", fields, async function* () {
    const { slugs } = await caller.staffStores.exportSlugs(filter)
    for (let from = 0; from < slugs.length; from += EXPORT_BATCH_SIZE)
      yield (await caller.staffStores.read({ slugs: slugs.slice(from, from + EXPORT_BATCH_SIZE) })).data
  })
}
