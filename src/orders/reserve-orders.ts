import { v7 as uuidv7 } from "uuid"
import { taxIncluded, toPaise } from "@/domain/money"
import { PAISE_MAX } from "@/domain/order-limits"
import { LIVE_WORLD } from "@/domain/world"
import { ItemError } from "@/orders/batch-item"
import { findBuyers } from "@/orders/find-buyers"
import { findVariants, type FoundVariant, type StoreLine, type VariantIndex } from "@/orders/find-variants"
import type { RunStatement } from "@/orders/insert-orders"
import { publishLowStock } from "@/orders/low-stock"
import type { Candidate, OrderRequest, ReservedOrder } from "@/orders/order-request"
import { type Queryable, query } from "@/platform/db/query"

// Locks in a fixed order, to prevent deadlocks between orders. What was read before may have changed while it waited.
const LOCK_VARIANTS_SQL =
  "SELECT id, stock, price, mrp FROM product_variant WHERE id = ANY ($1::int[]) ORDER BY id FOR NO KEY UPDATE"
const DECREMENT_STOCK_SQL = `
  UPDATE product_variant v SET stock = v.stock - taken.quantity
  FROM unnest($1::int[], $2::int[]) AS taken (id, quantity) WHERE v.id = taken.id`

interface Reservation {
  reserved: ReservedOrder[]
  refused: { candidate: Candidate; error: ItemError }[]
}

/** Reserves the stock of each order, or of none of its items, in the order of the batch. */
export async function reserveOrders(
  tx: Queryable,
  run: RunStatement,
  candidates: readonly Candidate[],
): Promise<Reservation> {
  const reservation: Reservation = { reserved: [], refused: [] }
  if (candidates.length === 0) return reservation
  const [buyers, variants] = [
    await findAccounts(run, candidates),
    await findVariants(
      run,
      candidates.flatMap(({ request }) => request.items),
    ),
  ]
  const resolved = candidates.flatMap((candidate) => {
    const found = attempt(() => resolve(candidate.request, variants, buyers))
    if (!(found instanceof ItemError)) return [{ candidate, ...found }]
    reservation.refused.push({ candidate, error: found })
    return []
  })
  const ids = [...new Set(resolved.flatMap(({ lines }) => lines.map(({ variant }) => variant.variant_id)))]
  const locked = await query<{ id: number; stock: number; price: number; mrp: number }>(LOCK_VARIANTS_SQL, [ids], tx)
  const current = new Map(locked.map((row) => [row.id, row]))
  const taken = new Map<number, number>()
  for (const { candidate, accountId, lines } of resolved) {
    const error = lines
      .map(({ variant, quantity, index }) => {
        const left = (current.get(variant.variant_id)?.stock ?? 0) - (taken.get(variant.variant_id) ?? 0)
        return left < quantity ? outOfStock(variant, index, left, quantity) : null
      })
      .find((each) => each !== null)
    if (error) {
      reservation.refused.push({ candidate, error })
      continue
    }
    const priced = attempt(() =>
      lines.map(({ variant, ...line }) =>
        priceLine({ ...variant, ...pricesOf(current.get(variant.variant_id)) }, line),
      ),
    )
    if (priced instanceof ItemError) {
      reservation.refused.push({ candidate, error: priced })
      continue
    }
    for (const { variant, quantity } of lines)
      taken.set(variant.variant_id, (taken.get(variant.variant_id) ?? 0) + quantity)
    reservation.reserved.push({ candidate, accountId, lines: priced })
  }
  if (taken.size > 0) await query(DECREMENT_STOCK_SQL, [[...taken.keys()], [...taken.values()]], tx)
  await publishLowStock(
    tx,
    LIVE_WORLD,
    [...taken].map(([variantId, quantity]) => {
      const before = current.get(variantId)?.stock ?? 0
      return { variantId, before, after: before - quantity }
    }),
  )
  return reservation
}

const FIND_ACCOUNTS_SQL = "SELECT id FROM account WHERE id = ANY ($1::uuid[]) AND deleted_at IS NULL"

/** Returns the account of a buyer; null if there is none. */
type Buyers = (buyer: OrderRequest["buyer"]) => string | null

async function findAccounts(run: RunStatement, candidates: readonly Candidate[]): Promise<Buyers> {
  const buyers = candidates.map(({ request }) => request.buyer)
  const byEmail = buyers.flatMap((buyer) => ("email" in buyer ? [buyer] : []))
  const ids = [...new Set(buyers.flatMap((buyer) => ("accountId" in buyer ? [buyer.accountId] : [])))]
  const found = byEmail.length > 0 ? await findBuyers(run, byEmail, uuidv7) : new Map<string, string>()
  const existing =
    ids.length > 0 ? new Set((await run<{ id: string }>(FIND_ACCOUNTS_SQL, [ids])).map(({ id }) => id)) : new Set()
  return (buyer) =>
    "email" in buyer ? (found.get(buyer.email) ?? null) : existing.has(buyer.accountId) ? buyer.accountId : null
}

interface Line {
  variant: FoundVariant
  quantity: number
  unitPrice: number | undefined
  /** Its place among the items of the request. */
  index: number
}

/** Returns what the work throws, if it is about one item. */
function attempt<Result>(work: () => Result): Result | ItemError {
  try {
    return work()
  } catch (error) {
    if (error instanceof ItemError) return error
    throw error
  }
}

/** @throws ItemError if the buyer or a product is unknown, or not for sale */
function resolve(
  request: OrderRequest,
  variants: VariantIndex,
  buyers: Buyers,
): { accountId: string; lines: readonly Line[] } {
  const accountId = buyers(request.buyer)
  if (accountId === null)
    throw new ItemError("not_found", "There is no account of this buyer. With a name, one is created.", "buyer")
  const lines = new Map<number, Line>()
  request.items.forEach((item, index) => {
    const variant = variants.find(item)
    const param = `items.${index}`
    if (typeof variant === "string") throw new ItemError("not_found", `${variant}.`, param)
    if (!variant.for_sale) throw new ItemError("not_for_sale", `${variant.sku} is not for sale.`, param)
    const { unitPrice } = item
    const earlier = lines.get(variant.variant_id)
    if (!earlier) lines.set(variant.variant_id, { variant, quantity: item.quantity, unitPrice, index })
    else if (earlier.unitPrice !== unitPrice)
      throw new ItemError("validation_failed", `${variant.sku} is ordered at two prices.`, `${param}.unit_price`)
    else earlier.quantity += item.quantity
  })
  return { accountId, lines: [...lines.values()] }
}

function outOfStock({ sku }: FoundVariant, index: number, left: number, quantity: number): ItemError {
  return new ItemError("out_of_stock", `${sku}: ${quantity} are ordered, ${left} are in stock.`, `items.${index}`)
}

function pricesOf(row: { price: number; mrp: number } | undefined): { price?: number; mrp?: number } {
  return row ? { price: row.price, mrp: row.mrp } : {}
}

/** @throws ItemError if it costs more than an order can */
function priceLine(variant: FoundVariant, { quantity, unitPrice, index }: Omit<Line, "variant">): StoreLine {
  const price = unitPrice ?? variant.price
  const amount = price * quantity
  if (amount > PAISE_MAX)
    throw new ItemError("validation_failed", `An order cannot cost more than ${PAISE_MAX} paise.`, `items.${index}`)
  const total = toPaise(amount)
  const tax = taxIncluded(total, variant.gst_percent)
  return { ...variant, price, mrp: Math.max(variant.mrp, price), quantity, total, tax }
}
