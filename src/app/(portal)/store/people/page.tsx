import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { getLocale, getTranslations } from "next-intl/server"
import { Section } from "@/app/(portal)/apps/section"
import { InviteForm } from "@/app/(portal)/store/people/invite-form"
import { Leave, PersonActions, WithdrawButton } from "@/app/(portal)/store/people/person-actions"
import { readersClock } from "@/app/time-zone"
import { orNotFound, portal, requireVisitor } from "@/app/visitor"
import { STORE_ROLES } from "@/domain/store"
import { formatDate } from "@/i18n/format"
import { Badge } from "@/ui/badge"
import { ClientMessages } from "@/ui/client-messages"
import { PageHeading } from "@/ui/page-heading"

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("StorePeople"))("title"),
})

const PeoplePage = async () => {
  await requireVisitor("/store/people")
  const caller = await portal()
  const [t, locale, clock, { data: store }] = await Promise.all([
    getTranslations("StorePeople"),
    getLocale(),
    readersClock(),
    caller.stores.own(),
  ])
  if (!store) redirect("/store")
  const { data } = await orNotFound(caller.stores.people())
  const owner = data.role === "owner"
  return (
    <ClientMessages namespaces={["StorePeople", "Problems"]}>
      <PageHeading title={t("title")} lead={t(owner ? "lead_owner" : "lead", { store: store.name })} />
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
              <PersonActions id={person.id} name={person.name} role={person.role} store={store.name} />
            )}
            {!owner && person.you && <Leave store={store.name} />}
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
          <InviteForm />
        </Section>
      )}
    </ClientMessages>
  )
}

export default PeoplePage
