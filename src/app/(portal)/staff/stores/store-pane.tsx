"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import { DecideStore } from "@/app/(portal)/staff/stores/decide-store"
import { StoreBadges } from "@/app/(portal)/staff/stores/store-columns"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatNumber, formatTime } from "@/i18n/format"
import type { PaneLinks } from "@/ui/table/pane-links"
import { PaneDetail, PaneDetails, RowPane } from "@/ui/table/row-pane"
import { trpc } from "@/ui/trpc"

const DECISIONS = {
  applying: ["approve", "decline"],
  pending: ["approve", "suspend"],
  approved: ["suspend"],
  suspended: ["reinstate"],
} as const

interface StorePaneProps {
  slug: string
  links: PaneLinks
  timeZone: ViewerTimeZone
}

/** A store, and the decisions that its status allows. */
export function StorePane({ slug, links, timeZone }: StorePaneProps) {
  const t = useTranslations("StaffStores")
  const locale = useLocale()
  const { data } = trpc.staffStores.get.useQuery({ store: slug })
  const store = data?.data
  if (!store) return null
  const { owner } = store
  return (
    <RowPane
      id={slug}
      title={
        <>
          <span>{store.name}</span>
          <StoreBadges store={store} />
        </>
      }
      links={links}
    >
      <PaneDetails>
        <PaneDetail name={t("owner")}>
          {owner === null ? (
            t("no_owner")
          ) : (
            <>
              {owner.name}
              <br />
              <Link href={`/staff/accounts/${owner.id}`} className="link">
                {owner.email}
              </Link>
            </>
          )}
        </PaneDetail>
        <PaneDetail name={t("place")}>
          {[store.city, store.district, store.state, store.pincode].filter(Boolean).join(", ")}
        </PaneDetail>
        <PaneDetail name={t("slug")}>
          <code className="text-xs">{store.slug}</code>
        </PaneDetail>
        {store.support_email !== null && <PaneDetail name={t("support")}>{store.support_email}</PaneDetail>}
        <PaneDetail name={t("people_count")}>{formatNumber(store.people, locale)}</PaneDetail>
        <PaneDetail name={t("products_count")}>{formatNumber(store.products, locale)}</PaneDetail>
        <PaneDetail name={t("created")}>{formatTime(store.created_at, locale, timeZone)}</PaneDetail>
        {store.approved_at !== null && (
          <PaneDetail name={t("approved")}>{formatTime(store.approved_at, locale, timeZone)}</PaneDetail>
        )}
      </PaneDetails>
      {store.description !== null && store.description !== "" && (
        <p className="text-sm wrap-anywhere">{store.description}</p>
      )}
      {!store.own && (
        <section aria-label={t("decide", { store: store.name })} className="border-t border-line pt-4">
          <DecideStore
            store={store.slug}
            decisions={DECISIONS[store.status === "pending" && store.products === 0 ? "applying" : store.status]}
            next={links.back}
          />
        </section>
      )}
    </RowPane>
  )
}
