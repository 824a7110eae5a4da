import type { BatchItem } from "@/orders/batch-item"
import type { ItemName, StoreLine } from "@/orders/find-variants"
import type { OrderAddress, PaymentMethod } from "@/orders/insert-orders"

/** A live order of the marketplace's own shop. */
export interface OrderRequest extends BatchItem {
  buyer: { accountId: string } | { email: string; name?: string | undefined }
  items: readonly (ItemName & { quantity: number; unitPrice?: number | undefined })[]
  address: OrderAddress
  payment: { method: PaymentMethod; status: "pending" | "paid"; reference: string | null }
  /** In paise, taken off all items in proportion. */
  discount: number
  /** When it was placed; null for now. */
  placedAt: Date | null
  /** Whether the buyer gets an email with the receipt. */
  sendReceipt: boolean
}

/** An order whose buyer and products were found. */
export interface Candidate {
  request: OrderRequest
  id: string
  fingerprint: Buffer
}

/** An order whose items are taken from stock. */
export interface ReservedOrder {
  candidate: Candidate
  accountId: string
  lines: StoreLine[]
}
