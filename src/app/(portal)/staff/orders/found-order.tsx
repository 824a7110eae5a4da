"use client"

import { useTranslations } from "next-intl"
import { OrderDetails } from "@/app/(portal)/staff/orders/order-details"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { trpc } from "@/ui/trpc"

interface FoundOrderProps {
  /** The number that was searched for. */
  number: string
  timeZone: ViewerTimeZone
}

/** The order that was found. */
export function FoundOrder({ number, timeZone }: FoundOrderProps) {
  const t = useTranslations("StaffOrders")
  const [{ data: order }] = trpc.staffOrders.find.useSuspenseQuery({ number })
  if (order) return <OrderDetails order={order} timeZone={timeZone} />
  return <EmptyState sentence={t("nothing_found")} action={<ButtonLink href="/staff/orders">{t("all")}</ButtonLink>} />
}
