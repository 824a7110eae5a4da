import { useLocale, useTranslations } from "next-intl"
import type { ReactNode } from "react"
import { type OrderStatus, partlyReached } from "@/domain/order-status"
import { formatNumber } from "@/i18n/format"

export type BadgeTone = "neutral" | "marigold" | "neem" | "indigo" | "danger"

const TONES: Record<BadgeTone, string> = {
  neutral: "border-line bg-sunken text-muted",
  marigold: "border-transparent bg-marigold-soft text-marigold-ink",
  neem: "border-transparent bg-neem-soft text-neem-ink",
  indigo: "border-transparent bg-indigo-soft text-indigo-ink",
  danger: "border-transparent bg-danger-soft text-danger-ink",
}

export function Badge({
  tone = "neutral",
  title,
  children,
}: {
  tone?: BadgeTone
  title?: string
  children: ReactNode
}) {
  return (
    <span
      title={title}
      className={`inline-flex items-center rounded-full border px-2 text-xs font-medium whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}

/** Test or Live, shown wherever a key or an action belongs to a mode. */
export function ModeBadge({ livemode }: { livemode: boolean }) {
  const t = useTranslations("Common")
  const mode = livemode ? "live" : "test"
  return (
    <Badge tone={livemode ? "neem" : "marigold"} title={t(`${mode}_hint`)}>
      {t(mode)}
    </Badge>
  )
}

const ORDER_TONES: Record<OrderStatus, BadgeTone> = {
  pending: "neutral",
  confirmed: "marigold",
  packed: "marigold",
  shipped: "indigo",
  delivered: "neem",
  cancelled: "danger",
}

/** An order's status; of an order in several parts, how many of them are further than the others. */
export function OrderStatusBadge({ status, parts = [] }: { status: OrderStatus; parts?: readonly OrderStatus[] }) {
  const t = useTranslations("OrderStatus")
  const locale = useLocale()
  const partly = partlyReached(parts)
  if (partly === undefined) return <Badge tone={ORDER_TONES[status]}>{t(status)}</Badge>
  const [reached, all] = [formatNumber(partly.reached, locale), formatNumber(partly.all, locale)]
  return <Badge tone="indigo">{t(`some_${partly.status}`, { reached, all })}</Badge>
}
