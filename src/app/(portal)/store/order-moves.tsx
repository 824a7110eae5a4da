"use client"

import { useIsMutating } from "@tanstack/react-query"
import { useLocale, useTranslations } from "next-intl"
import { MoveButton } from "@/app/(portal)/store/move-button"
import type { OrderButton } from "@/app/(portal)/store/order-button"
import { ShipButton } from "@/app/(portal)/store/ship-button"
import { UndoButton } from "@/app/(portal)/store/undo-button"
import type { Move } from "@/features/seller-orders/schema"
import { formatMoney } from "@/i18n/format"
import { api } from "@/ui/api"
import { useRenewal } from "@/ui/use-renewal"

interface OrderMovesProps {
  order: {
    id: string
    number: string
    livemode: boolean
    refunded_total: number
    refundable: number
    moves: readonly Move[]
  }
  baseUrl: string
}

/**
 * What the people of a store may do with an order as it stands: the next step first. A dialog that is open stays, whatever the order has become
 * meanwhile.
 */
export const OrderMoves = ({
  order: { id, number, livemode, moves, refundable, refunded_total },
  baseUrl,
}: OrderMovesProps) => {
  const t = useTranslations("OrderHandling")
  const locale = useLocale()
  const door = livemode ? api.storeOrders : api.sandbox
  const mode = livemode ? "live" : "test"
  const may = new Set(moves)
  const { renewing, renew } = useRenewal()
  const key = ["order", id]
  const moving = useIsMutating({ mutationKey: key }) > 0
  const of = (move: Move): OrderButton => ({ offered: may.has(move), busy: moving || renewing, livemode, renew })
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      <MoveButton
        {...of("confirm")}
        mutationKey={key}
        look="primary"
        label={t("confirm")}
        named={t("confirm_number", { number })}
        act={() => door.confirm.mutate({ id })}
      />
      <ShipButton {...of("ship")} id={id} number={number} baseUrl={baseUrl} />
      <MoveButton
        {...of("pack")}
        mutationKey={key}
        label={t("pack")}
        named={t("pack_number", { number })}
        act={() => door.pack.mutate({ id })}
      />
      <MoveButton
        {...of("deliver")}
        mutationKey={key}
        look="primary"
        label={t("deliver")}
        named={t("deliver_number", { number })}
        ask={{ title: t("deliver_number", { number }), text: t("deliver_text"), submit: t("deliver_submit") }}
        act={() => door.deliver.mutate({ id })}
      />
      <UndoButton
        {...of("refund")}
        label={t("refund")}
        named={t("refund_number", { number })}
        effect={t("refund_text", { mode })}
        submit={t("refund_submit")}
        done={t("refund_done", { number })}
        refundable={refundable}
        send={({ reason, amount }) => door.refund.mutate({ id, reason, amount, refunded_total })}
      />
      <UndoButton
        {...of("cancel")}
        label={t("cancel")}
        named={t("cancel_number", { number })}
        effect={t("cancel_text", { mode, paise: refundable, amount: formatMoney(refundable, locale) })}
        submit={t("cancel_submit")}
        done={t("cancel_done", { number })}
        send={({ reason }) => door.cancel.mutate({ id, reason })}
      />
    </div>
  )
}
