"use client"

import { useLocale, useTranslations } from "next-intl"
import { useRefreshStaffOrders } from "@/app/(portal)/staff/orders/use-refresh-staff-orders"
import { ReversalButton } from "@/app/(portal)/store/reversal-button"
import { formatMoney } from "@/i18n/format"
import { trpc } from "@/ui/trpc"

interface OrderReversalProps {
  /** The order's number. */
  number: string
  /** The seller order's number; null for the whole order. */
  part: string | null
  /** The name of the object in the labels of the buttons. */
  name: string
  livemode: boolean
  /** In paise. */
  refundable: number
  refunded: number
  cancellable: boolean
  /** Whether only all of the remaining amount can be refunded. */
  whole?: boolean
}

/** The cancellations and refunds that staff can make for an order or a seller order. */
export function OrderReversal({
  number,
  part: sellerOrder,
  name,
  livemode,
  refundable,
  refunded,
  cancellable,
  whole = false,
}: OrderReversalProps) {
  const t = useTranslations("OrderHandling")
  const locale = useLocale()
  const mode = livemode ? "live" : "test"
  const { refreshing, refresh } = useRefreshStaffOrders()
  const refund = trpc.staffOrders.refund.useMutation()
  const cancel = trpc.staffOrders.cancel.useMutation()
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      <ReversalButton
        offered={refundable > 0}
        busy={refreshing}
        livemode={livemode}
        refresh={refresh}
        label={t(whole ? "refund_full" : "refund")}
        named={t(whole ? "refund_full_number" : "refund_number", { number: name })}
        effect={
          whole ? t("refund_full_text", { mode, amount: formatMoney(refundable, locale) }) : t("refund_text", { mode })
        }
        submit={t("refund_submit")}
        done={t("refund_done", { number: name })}
        {...(!whole && { refundable })}
        undo={{
          ...refund,
          mutate: (requested, options) =>
            refund.mutate({ number, part: sellerOrder, ...requested, refunded_total: refunded }, options),
        }}
      />
      <ReversalButton
        offered={cancellable}
        busy={refreshing}
        livemode={livemode}
        refresh={refresh}
        label={t(whole ? "cancel_order" : "cancel")}
        named={t(whole ? "cancel_order_number" : "cancel_number", { number: name })}
        effect={
          whole
            ? t("cancel_order_text", { mode })
            : t("cancel_text", { mode, paise: refundable, amount: formatMoney(refundable, locale) })
        }
        submit={t("cancel_submit")}
        done={t("cancel_done", { number: name })}
        undo={{
          ...cancel,
          mutate: ({ reason }, options) => cancel.mutate({ number, part: sellerOrder, reason }, options),
        }}
      />
    </div>
  )
}
