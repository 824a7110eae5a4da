import { OWN_ORDER_COLUMNS, parseOwnOrderList } from "@/app/(portal)/orders/own-order-list"
import { type CsvFields, csvResponse } from "@/app/csv-response"
import { portal } from "@/app/current-account"
import type { PortalOutputs } from "@/ui/api"

type Order = PortalOutputs["orders"]["list"]["data"][number]

/** The columns of the file that a column of the table becomes. */
const FIELDS: Record<(typeof OWN_ORDER_COLUMNS)[number], CsvFields<Order>> = {
  placed: { placed_at: ({ placed_at }) => placed_at },
  items: { item_count: ({ item_count }) => item_count },
  payment: { payment_status: ({ payment_status }) => payment_status },
  total: { total: ({ total }) => (total / 100).toFixed(2) },
}

const PER_PAGE = 100

/** All orders of the list that the URL asks for, in its columns, as a streamed CSV file. */
export async function GET(request: Request): Promise<Response> {
  const { status, columns = OWN_ORDER_COLUMNS } = parseOwnOrderList(
    Object.fromEntries(new URL(request.url).searchParams),
  )
  const selected = OWN_ORDER_COLUMNS.filter((column) => columns.includes(column))
  const fields: CsvFields<Order> = Object.fromEntries([
    ["number", ({ number }: Order) => number],
    ["status", ({ status: each }: Order) => each],
    ...selected.flatMap((column) => Object.entries(FIELDS[column])),
  ])
  const caller = await portal()
  return csvResponse("orders.csv", fields, async function* () {
    const seen = new Set<string>()
    for (let page = 1; ; page++) {
      const { data, meta } = await caller.orders.list({ status, page, per_page: PER_PAGE })
      // An order that moved to a later page in the meantime is there once.
      yield data.filter(({ id }) => !seen.has(id) && seen.add(id))
      if (page >= meta.last_page) return
    }
  })
}
