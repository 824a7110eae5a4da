import type { Metadata } from "next"
import Link from "next/link"
import { getLocale, getTranslations } from "next-intl/server"
import { DecideStore } from "@/app/(portal)/staff/stores/decide-store"
import { readersClock } from "@/app/time-zone"
import { orNotFound, portal, requireVisitor } from "@/app/visitor"
import { counted, formatAgo, formatTime } from "@/i18n/format"
import { env } from "@/platform/env"
import { Badge, type BadgeTone } from "@/ui/badge"
import { ButtonLink } from "@/ui/button"
import { ClientMessages } from "@/ui/client-messages"
import { EmptyState } from "@/ui/empty-state"
import { SelectField } from "@/ui/field"
import { PageHeading } from "@/ui/page-heading"
import { Pager } from "@/ui/pager"
import { oneOf, pageOf, withQuery } from "@/ui/query-address"
import { SearchForm } from "@/ui/search-form"

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("StaffStores"))("title"),
})

const SEARCH_MAX = 100
const STATUSES = ["pending", "approved", "suspended"] as const
const TONES: Record<(typeof STATUSES)[number], BadgeTone> = {
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

const StoresPage = async ({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) => {
  const asked = await searchParams
  const q = typeof asked.q === "string" ? asked.q.replaceAll("\0", "").slice(0, SEARCH_MAX) : ""
  const [status, page] = [oneOf(STATUSES, asked.status), pageOf(asked.page)]
  await requireVisitor(withQuery("/staff/stores", { status, q, page }))
  const caller = await portal()
  const [t, locale, clock, { data: stores, meta }] = await Promise.all([
    getTranslations("StaffStores"),
    getLocale(),
    readersClock(),
    orNotFound(caller.staffStores.list({ status, q, page })),
  ])
  const now = new Date()
  return (
    <ClientMessages namespaces={["StaffStores", "Problems"]}>
      <PageHeading title={t("title")} lead={t("lead")} />
      <SearchForm label={t("search")} submit={t("search_submit")} words={q} maxLength={SEARCH_MAX}>
        <SelectField label={t("status")} name="status" defaultValue={status ?? ""}>
          <option value="">{t("status_all")}</option>
          {STATUSES.map((each) => (
            <option key={each} value={each}>
              {t(`status_${each}`)}
            </option>
          ))}
        </SelectField>
      </SearchForm>
      {stores.length === 0 ? (
        <EmptyState
          sentence={t("nothing_found")}
          action={<ButtonLink href="/staff/stores">{t("show_all")}</ButtonLink>}
          note={t("nothing_note")}
          snippet={`${env.appUrl}/store/open`}
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
                {t("people", counted(store.people, locale))} · {t("products", counted(store.products, locale))} ·{" "}
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
        href={(other) => withQuery("/staff/stores", { status, q, page: other })}
      />
    </ClientMessages>
  )
}

export default StoresPage
