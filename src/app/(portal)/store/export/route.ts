import { ORDER_COLUMNS, ordersInput, parseOrderList } from "@/app/(portal)/store/order-list"
import { sandboxTime } from "@/app/(portal)/store/store-time"
import { portal } from "@/app/current-account"
import { EXPORT_BATCH_SIZE, type StoreOrder } from "@/features/seller-orders/schema"
import { type CsvFields, csvResponse } from "@/app/csv-response"

/** The columns of the file that a column of the table becomes. */
const FIELDS: Record<(typeof ORDER_COLUMNS)[number], CsvFields<StoreOrder>> = {
  ship_by: { ship_by: ({ ship_by }) => ship_by },
  placed: { placed_at: ({ placed_at }) => placed_at },
  customer: {
    customer: ({ delivery_address: address }) => address?.name,
    city: ({ delivery_address: address }) => address?.city,
  },
  items: {
    items: ({ items }) => items.map(({ quantity, name, sku }) => `${quantity} × ${name} (${sku})`).join("; "),
  },
  payment: { payment_status: ({ payment_status }) => payment_status },
  updated: { updated_at: ({ updated_at }) => updated_at },
  parcel: { courier_name: ({ shipment }) => shipment?.courier_name, awb: ({ shipment }) => shipment?.awb },
  total: { total: ({ total }) => (total / 100).toFixed(2) },
}
const DEFAULT_COLUMNS: readonly string[] = ["ship_by", "placed", "customer", "items", "total"]

/** All orders that the list of the URL has at this moment, in its order and columns, as a streamed CSV file. */
export async function GET(request: Request): Promise<Response> {
  const parameters = Object.fromEntries(new URL(request.url).searchParams)
  const list = parseOrderList(parameters)
  const selected = ORDER_COLUMNS.filter((column) => (list.columns ?? DEFAULT_COLUMNS).includes(column))
  const fields: CsvFields<StoreOrder> = Object.fromEntries([
    ["number", ({ number }: StoreOrder) => number],
    ["status", ({ status }: StoreOrder) => status],
    ...selected.flatMap((column) => Object.entries(FIELDS[column])),
  ])
  const { page: _page, per_page: _size, ...filter } = ordersInput(list, (await sandboxTime()) ?? new Date())
  const caller = await portal()
  return csvResponse("orders.csv", fields, async function* () {
    const { ids } = await caller.storeOrders.exportIds(filter)
    for (let from = 0; from < ids.length; from += EXPORT_BATCH_SIZE)
      yield (await caller.storeOrders.read({ ids: ids.slice(from, from + EXPORT_BATCH_SIZE) })).data
  })
}
