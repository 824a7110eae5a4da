import { parseStaffOrderList, STAFF_ORDER_COLUMNS, staffOrderInput } from "@/app/(portal)/staff/orders/staff-order-list"
import { type CsvFields, csvResponse } from "@/app/csv-response"
import { portal } from "@/app/current-account"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import type { PortalOutputs } from "@/ui/api"

type Order = PortalOutputs["staffOrders"]["list"]["data"][number]

/** The columns of the file that a column of the table becomes. */
const FIELDS: Record<(typeof STAFF_ORDER_COLUMNS)[number], CsvFields<Order>> = {
  placed: { placed_at: ({ placed_at }) => placed_at },
  payment: { payment_status: ({ payment_status }) => payment_status },
  total: { total: ({ total }) => (total / 100).toFixed(2) },
}

const BATCH_SIZE = 500

/** All orders of the list that the URL asks for, in its order and columns, as a streamed CSV file. */
export async function GET(request: Request): Promise<Response> {
  const list = parseStaffOrderList(Object.fromEntries(new URL(request.url).searchParams))
  const selected = STAFF_ORDER_COLUMNS.filter((column) => list.columns?.includes(column) ?? true)
  const fields: CsvFields<Order> = Object.fromEntries([
    ["number", ({ number }: Order) => number],
    ["status", ({ status }: Order) => status],
    ...selected.flatMap((column) => Object.entries(FIELDS[column])),
  ])
  const [caller, { zone }] = await Promise.all([portal(), viewerTimeZone()])
  const filter = { ...staffOrderInput(list, zone), limit: BATCH_SIZE }
  return csvResponse("orders.csv", fields, async function* () {
    let after: string | undefined
    do {
      const { data, next } = await caller.staffOrders.list({ ...filter, after })
      yield data
      after = next ?? undefined
    } while (after !== undefined)
  })
}
