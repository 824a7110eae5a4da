"use client"

import { useTranslations } from "next-intl"
import { ShipButton } from "@/app/(portal)/store/ship-button"
import { TransitionButton } from "@/app/(portal)/store/transition-button"
import { useRefreshOrders } from "@/app/(portal)/store/use-refresh-orders"
import type { OrderAction, StoreOrder } from "@/features/seller-orders/schema"
import { trpc } from "@/ui/trpc"

const STEPS = ["confirm", "ship", "deliver"] as const satisfies readonly OrderAction[]

/** The next step of an order, in its row. An open dialog stays, even if the status changes. */
export function NextStep({
  order: { id, number, livemode, allowed_actions },
  baseUrl,
}: {
  order: StoreOrder
  baseUrl: string
}) {
  const t = useTranslations("OrderHandling")
  const confirm = trpc.storeOrders.confirm.useMutation()
  const deliver = trpc.storeOrders.deliver.useMutation()
  const { refreshing, refresh } = useRefreshOrders()
  const next = STEPS.find((step) => allowed_actions.includes(step))
  const of = (step: OrderAction) => ({
    offered: step === next,
    busy: confirm.isPending || deliver.isPending || refreshing,
    livemode,
    refresh,
    dense: true,
  })
  return (
    <div className="relative z-10 flex justify-end empty:hidden">
      <TransitionButton
        {...of("confirm")}
        id={id}
        move={confirm}
        label={t("confirm")}
        named={t("confirm_number", { number })}
      />
      <ShipButton {...of("ship")} id={id} number={number} baseUrl={baseUrl} />
      <TransitionButton
        {...of("deliver")}
        id={id}
        move={deliver}
        label={t("deliver")}
        named={t("deliver_number", { number })}
        confirmation={{ title: t("deliver_number", { number }), text: t("deliver_text"), submit: t("deliver_submit") }}
      />
    </div>
  )
}
