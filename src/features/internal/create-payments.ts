import type { PaymentStatus } from "@/domain/order-status"
import { publicId } from "@/domain/public-id"
import { processBatch } from "@/features/internal/batch"
import type { InternalPayment } from "@/features/internal/schema"
import type { Checked } from "@/trpc/checked-item"
import { type RecordedPayment, recordPayments } from "@/orders/record-payments"
import type { Idempotency } from "@/platform/idempotency"

/** Records what became of payments; each gets a result of its own. */
export function createPayments(
  items: readonly Checked<InternalPayment>[],
  { operatorKeyId, idempotency }: { operatorKeyId: string; idempotency: Idempotency | null },
) {
  return processBatch(
    items,
    idempotency,
    (tx, payments) =>
      recordPayments(
        tx,
        payments.map((payment) => ({
          externalId: payment.external_id,
          order:
            payment.order === undefined
              ? { orderExternalId: payment.order_external_id ?? "" }
              : { order: payment.order },
          status: payment.status,
          amount: payment.amount ?? null,
          reference: payment.reference,
        })),
        operatorKeyId,
      ),
    (recorded: RecordedPayment | null) => ({ order: recorded && toResult(recorded) }),
  )
}

function toResult({ orderId, number, paymentStatus }: RecordedPayment): {
  id: string
  number: string
  payment_status: PaymentStatus
} {
  return { id: publicId("order", orderId), number, payment_status: paymentStatus }
}
