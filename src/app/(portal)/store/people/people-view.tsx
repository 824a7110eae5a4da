"use client"

import { useLocale, useTranslations } from "next-intl"
import { Section } from "@/ui/section"
import { InviteForm } from "@/app/(portal)/store/people/invite-form"
import { Leave, PersonActions, WithdrawButton } from "@/app/(portal)/store/people/person-actions"
import { STORE_ROLES } from "@/domain/store"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatDate } from "@/i18n/format"
import { Badge } from "@/ui/badge"
import { PageHeading } from "@/ui/page-heading"
import { trpc } from "@/ui/trpc"

interface PeopleViewProps {
  /** The store's name. */
  store: string
  /** Whether the store is approved, so that it can invite people. */
  approved: boolean
  clock: ViewerTimeZone
}

/** The members of the account's store, and its invitations. */
export function PeopleView({ store, approved, clock }: PeopleViewProps) {
  const t = useTranslations("StorePeople")
  const locale = useLocale()
  const [{ data }] = trpc.stores.people.useSuspenseQuery()
  const owner = data.role === "owner"
  return (
    <>
      <PageHeading title={t("title")} lead={t(owner ? "lead_owner" : "lead", { store })} />
      <ul className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
        {data.people.map((person) => (
          <li
            key={person.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3.5 sm:px-5"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2">
                <span className="font-medium wrap-anywhere">{person.name}</span>
                <Badge tone={person.role === "owner" ? "indigo" : "neutral"}>{t(`role_${person.role}`)}</Badge>
                {person.you && <Badge tone="neem">{t("you")}</Badge>}
              </p>
              <p className="text-sm text-muted wrap-anywhere">
                {person.email} · {t("since", { when: formatDate(person.since, locale, clock) })}
              </p>
            </div>
            {owner && person.role !== "owner" && (
              <PersonActions id={person.id} name={person.name} role={person.role} store={store} />
            )}
            {!owner && person.you && <Leave store={store} />}
          </li>
        ))}
      </ul>
      <Section title={t("roles")}>
        <dl className="grid gap-3 text-sm">
          {STORE_ROLES.map((role) => (
            <div key={role}>
              <dt className="font-medium">{t(`role_${role}`)}</dt>
              <dd className="text-muted">{t(`may_${role}`)}</dd>
            </div>
          ))}
        </dl>
      </Section>
      {owner && (
        <Section title={t("invite_title")} lead={t("invite_lead")}>
          {data.invitations.length > 0 && (
            <ul className="divide-y divide-line">
              {data.invitations.map(({ email, role, expires_at }) => (
                <li key={email} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 text-sm">
                  <span className="min-w-0 wrap-anywhere">
                    {email} <Badge>{t(`role_${role}`)}</Badge>{" "}
                    <span className="text-muted">{t("until", { when: formatDate(expires_at, locale, clock) })}</span>
                  </span>
                  <WithdrawButton email={email} />
                </li>
              ))}
            </ul>
          )}
          {approved ? <InviteForm /> : <p className="text-sm text-muted">{t("invite_later")}</p>}
        </Section>
      )}
    </>
  )
}
