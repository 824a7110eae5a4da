import { OFFER_COLUMNS, offersInput, parseOfferList } from "@/app/(portal)/store/offers/offer-list"
import { type CsvFields, csvResponse } from "@/app/csv-response"
import { portal } from "@/app/current-account"
import { EXPORT_BATCH_SIZE, type StoreOffer } from "@/features/seller-products/schema"

function rupees(paise: number): string {
  return (paise / 100).toFixed(2)
}

/** The columns of the file that the reader can hide in the table. */
const OPTIONAL: Record<(typeof OFFER_COLUMNS)[number], CsvFields<StoreOffer>> = {
  sku: { sku: ({ sku }) => sku },
  status: { status: ({ product }) => product.status },
  mrp: { mrp: ({ mrp }) => rupees(mrp) },
}

/** All offers that the list of the URL has at this moment, in its order and columns, as a streamed CSV file. */
export async function GET(request: Request): Promise<Response> {
  const list = parseOfferList(Object.fromEntries(new URL(request.url).searchParams))
  const optional = (column: (typeof OFFER_COLUMNS)[number]): CsvFields<StoreOffer> =>
    (list.columns ?? OFFER_COLUMNS).includes(column) ? OPTIONAL[column] : {}
  const fields: CsvFields<StoreOffer> = {
    product: ({ product }) => product.name,
    variant: ({ name }) => name,
    ...optional("sku"),
    ...optional("status"),
    stock: ({ stock }) => stock,
    price: ({ price }) => rupees(price),
    ...optional("mrp"),
  }
  const { page: _page, per_page: _size, ...filter } = offersInput(list)
  const caller = await portal()
  return csvResponse("offers.csv", fields, async function* () {
    const { ids } = await caller.storeOffers.exportIds(filter)
    for (let from = 0; from < ids.length; from += EXPORT_BATCH_SIZE)
      yield (await caller.storeOffers.read({ ids: ids.slice(from, from + EXPORT_BATCH_SIZE) })).data
  })
}
