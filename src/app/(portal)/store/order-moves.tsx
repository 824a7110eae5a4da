"use client"

import { useLocale, useTranslations } from "next-intl"
import { MoveButton } from "@/app/(portal)/store/move-button"
import { ShipButton } from "@/app/(portal)/store/ship-button"
import { UndoButton } from "@/app/(portal)/store/undo-button"
import type { Move } from "@/features/seller-orders/schema"
import { formatMoney } from "@/i18n/format"
import { api } from "@/ui/api"

interface OrderMovesProps {
  order: { id: string; number: string; livemode: boolean; refunded_total: number; refundable: number; moves: readonly Move[] }
  baseUrl: string
}

/** What the people of a store may do with an order as it stands: the next step first. */
export const OrderMoves = ({ order: { id, number, livemode, moves, refundable, refunded_total }, baseUrl }: OrderMovesProps) => {
  const t = useTranslations("OrderHandling")
  const locale = useLocale()
  const door = livemode ? api.storeOrders : api.sandbox
  const mode = livemode ? "live" : "test"
  const may = new Set(moves)
  return (
    <div className="flex flex-wrap gap-2">
      {may.has("confirm") && <MoveButton look="primary" label={t("confirm")} named={t("confirm_number", { number })} act={() => door.confirm.mutate({ id })} />}
      {may.has("ship") && <ShipButton id={id} number={number} livemode={livemode} baseUrl={baseUrl} />}
      {may.has("pack") && <MoveButton label={t("pack")} named={t("pack_number", { number })} act={() => door.pack.mutate({ id })} />}
      {may.has("deliver") && (
        <MoveButton
          look="primary"
          label={t("deliver")}
          named={t("deliver_number", { number })}
          ask={{ title: t("deliver_number", { number }), text: t("deliver_text"), submit: t("deliver_submit") }}
          act={() => door.deliver.mutate({ id })}
        />
      )}
      {may.has("refund") && (
        <UndoButton
          label={t("refund")}
          named={t("refund_number", { number })}
          effect={t("refund_text", { mode })}
          submit={t("refund_submit")}
          done={t("refund_done", { number })}
          refundable={refundable}
          send={({ reason, amount }) => door.refund.mutate({ id, reason, amount, refunded_total })}
        />
      )}
      {may.has("cancel") && (
        <UndoButton
          label={t("cancel")}
          named={t("cancel_number", { number })}
          effect={t("cancel_text", { mode, paise: refundable, amount: formatMoney(refundable, locale) })}
          submit={t("cancel_submit")}
          done={t("cancel_done", { number })}
          send={({ reason }) => door.cancel.mutate({ id, reason })}
        />
      )}
    </div>
  )
}
