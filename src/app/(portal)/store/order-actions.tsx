"use client"

import { useLocale, useTranslations } from "next-intl"
import { TransitionButton } from "@/app/(portal)/store/transition-button"
import type { OrderButton } from "@/app/(portal)/store/order-button"
import { ShipButton } from "@/app/(portal)/store/ship-button"
import { ReversalButton } from "@/app/(portal)/store/reversal-button"
import { useRefreshOrders } from "@/app/(portal)/store/use-refresh-orders"
import type { OrderAction, StoreOrder } from "@/features/seller-orders/schema"
import { formatMoney } from "@/i18n/format"
import { trpc } from "@/ui/trpc"

interface OrderActionsProps {
  order: StoreOrder
  baseUrl: string
}

/**
 * The actions on an order that its status allows, the next step first. An open dialog stays, even if the status
 * changes.
 */
export function OrderActions({
  order: { id, number, livemode, allowed_actions, refundable, refunded_total },
  baseUrl,
}: OrderActionsProps) {
  const t = useTranslations("OrderHandling")
  const locale = useLocale()
  const orders = trpc.storeOrders
  const mode = livemode ? "live" : "test"
  const may = new Set(allowed_actions)
  const { refreshing, refresh } = useRefreshOrders()
  const confirm = orders.confirm.useMutation()
  const pack = orders.pack.useMutation()
  const deliver = orders.deliver.useMutation()
  const refund = orders.refund.useMutation()
  const cancel = orders.cancel.useMutation()
  const moving = confirm.isPending || pack.isPending || deliver.isPending
  const of = (move: OrderAction): OrderButton => ({
    offered: may.has(move),
    busy: moving || refreshing,
    livemode,
    refresh,
  })
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      <TransitionButton
        {...of("confirm")}
        id={id}
        move={confirm}
        variant="primary"
        label={t("confirm")}
        named={t("confirm_number", { number })}
      />
      <ShipButton {...of("ship")} id={id} number={number} baseUrl={baseUrl} />
      <TransitionButton {...of("pack")} id={id} move={pack} label={t("pack")} named={t("pack_number", { number })} />
      <TransitionButton
        {...of("deliver")}
        id={id}
        move={deliver}
        variant="primary"
        label={t("deliver")}
        named={t("deliver_number", { number })}
        confirmation={{ title: t("deliver_number", { number }), text: t("deliver_text"), submit: t("deliver_submit") }}
      />
      <ReversalButton
        {...of("refund")}
        label={t("refund")}
        named={t("refund_number", { number })}
        effect={t("refund_text", { mode })}
        submit={t("refund_submit")}
        done={t("refund_done", { number })}
        refundable={refundable}
        undo={{
          ...refund,
          mutate: (requested, options) => refund.mutate({ id, ...requested, refunded_total }, options),
        }}
      />
      <ReversalButton
        {...of("cancel")}
        label={t("cancel")}
        named={t("cancel_number", { number })}
        effect={t("cancel_text", { mode, paise: refundable, amount: formatMoney(refundable, locale) })}
        submit={t("cancel_submit")}
        done={t("cancel_done", { number })}
        undo={{ ...cancel, mutate: ({ reason }, options) => cancel.mutate({ id, reason }, options) }}
      />
    </div>
  )
}
