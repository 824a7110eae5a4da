"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import { DecideStore } from "@/app/(portal)/staff/stores/decide-store"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { pluralValues, formatAgo, formatTime } from "@/i18n/format"
import type { PortalInputs, PortalOutputs } from "@/ui/api"
import { Badge, type BadgeTone } from "@/ui/badge"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { Pager } from "@/ui/pager"
import { withQuery } from "@/ui/query-url"
import { trpc } from "@/ui/trpc"

const TONES: Record<PortalOutputs["staffStores"]["list"]["data"][number]["status"], BadgeTone> = {
  pending: "marigold",
  approved: "neem",
  suspended: "danger",
}
const DECISIONS = {
  applying: ["approve", "decline"],
  pending: ["approve", "suspend"],
  approved: ["suspend"],
  suspended: ["reinstate"],
} as const

interface StoresListProps {
  filter: PortalInputs["staffStores"]["list"]
  clock: ViewerTimeZone
  baseUrl: string
}

/** The stores that match the search, with the decisions that each allows. */
export function StoresList({ filter, clock, baseUrl }: StoresListProps) {
  const t = useTranslations("StaffStores")
  const locale = useLocale()
  const [{ data: stores, meta, similar }, { dataUpdatedAt }] = trpc.staffStores.list.useSuspenseQuery(filter)
  const now = new Date(dataUpdatedAt)
  return (
    <>
      {similar && <p role="status">{t("similar")}</p>}
      {stores.length === 0 ? (
        <EmptyState
          sentence={t("nothing_found")}
          action={<ButtonLink href="/staff/stores">{t("show_all")}</ButtonLink>}
          note={t("nothing_note")}
          snippet={`${baseUrl}/store/open`}
        />
      ) : (
        <ul className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
          {stores.map((store) => (
            <li key={store.slug} className="grid gap-2 px-4 py-4 sm:px-5">
              <div className="flex flex-wrap items-center gap-2">
                <h2 className="font-medium wrap-anywhere">{store.name}</h2>
                <Badge tone={TONES[store.status]}>{t(`status_${store.status}`)}</Badge>
                {store.is_official && <Badge tone="indigo">{t("official")}</Badge>}
                {store.own && <Badge>{t("own")}</Badge>}
              </div>
              <p className="text-sm text-muted wrap-anywhere">
                {t("by", { owner: store.owner?.name ?? t("no_owner"), place: `${store.city}, ${store.state}` })}
                {store.owner && (
                  <>
                    {" · "}
                    <Link href={`/staff/accounts/${store.owner.id}`} className="link">
                      {store.owner.email}
                    </Link>
                  </>
                )}
              </p>
              <p className="text-sm text-muted">
                {t("people", pluralValues(store.people, locale))} ·{" "}
                {t("products", pluralValues(store.products, locale))} ·{" "}
                <span title={formatTime(store.created_at, locale, clock)}>
                  {t("applied", { when: formatAgo(store.created_at, locale, now) })}
                </span>
              </p>
              {store.description !== null && <p className="max-w-prose text-sm wrap-anywhere">{store.description}</p>}
              {!store.own && (
                <details>
                  <summary className="w-fit rounded-lg py-1 text-sm text-link">
                    {t("decide", { store: store.name })}
                  </summary>
                  <div className="mt-3">
                    <DecideStore
                      store={store.slug}
                      decisions={
                        DECISIONS[store.status === "pending" && store.products === 0 ? "applying" : store.status]
                      }
                    />
                  </div>
                </details>
              )}
            </li>
          ))}
        </ul>
      )}
      <Pager
        page={meta.page}
        last={meta.last_page}
        href={(other) => withQuery("/staff/stores", { ...filter, page: other })}
      />
    </>
  )
}
