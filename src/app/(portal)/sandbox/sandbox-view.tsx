"use client"

import { useLocale, useTranslations } from "next-intl"
import { ClockCard } from "@/app/(portal)/sandbox/clock-card"
import { Faults } from "@/app/(portal)/sandbox/faults"
import type { FaultOperation } from "@/app/(portal)/sandbox/operation-fault-form"
import { PlaceOrder } from "@/app/(portal)/sandbox/place-order"
import { Reset } from "@/app/(portal)/sandbox/reset"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatNumber } from "@/i18n/format"
import { PageHeading } from "@/ui/page-heading"
import { trpc } from "@/ui/trpc"

interface SandboxViewProps {
  timeZone: ViewerTimeZone
  /** The operations that can be made to fail. */
  operations: readonly FaultOperation[]
}

/** What drives the sandbox: its clock, orders, faults, and a fresh start. */
export function SandboxView({ timeZone, operations }: SandboxViewProps) {
  const [{ data: sandbox }] = trpc.sandboxControls.get.useSuspenseQuery()
  const t = useTranslations("Sandbox")
  const locale = useLocale()
  const facts = [
    ["store", sandbox.store],
    ["count_products", formatNumber(sandbox.counts.products, locale)],
    ["count_seller_orders", formatNumber(sandbox.counts.seller_orders, locale)],
    ["count_orders", formatNumber(sandbox.counts.orders, locale)],
  ] as const
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")} />
      <dl className="grid grid-cols-3 gap-x-6 gap-y-3 border-y border-line py-4 md:grid-cols-[auto_auto_auto_auto] md:justify-between">
        {facts.map(([name, value]) => (
          <div key={name} className="first:col-span-3 md:first:col-span-1">
            <dt className="text-xs text-muted">{t(name)}</dt>
            <dd className={name === "store" ? "font-mono text-sm wrap-anywhere" : "font-medium"}>{value}</dd>
          </div>
        ))}
      </dl>
      <PlaceOrder />
      <ClockCard timeZone={timeZone} />
      <Faults operations={operations} />
      <Reset timeZone={timeZone} />
    </>
  )
}
