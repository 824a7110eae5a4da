"use client"

import { useLocale, useTranslations } from "next-intl"
import { type Person, personName } from "@/app/(portal)/store/people/people-list"
import { PersonActions } from "@/app/(portal)/store/people/person-actions"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatDate } from "@/i18n/format"
import { Badge } from "@/ui/badge"
import type { TableColumn } from "@/ui/table/column"
import { TableTime } from "@/ui/table/table-time"

interface PeopleColumnsOptions {
  /** The store's name. */
  store: string
  /** Whether the reader is the owner, who changes the others. */
  owner: boolean
  timeZone: ViewerTimeZone
  /** When the people were read, in milliseconds. */
  now: number
}

/** The columns of the table of a store's people. */
export function usePeopleColumns({ store, owner, timeZone, now }: PeopleColumnsOptions): TableColumn<Person>[] {
  const t = useTranslations("StorePeople")
  const locale = useLocale()
  return [
    {
      id: "name",
      header: t("name"),
      sort: ["name", "-name"],
      flexible: true,
      cell: (person) => (
        <>
          <span className="font-medium">{personName(person)}</span>{" "}
          {person.status === "member" && person.you && <Badge tone="neem">{t("you")}</Badge>}
        </>
      ),
      below: (person) => (person.status === "member" ? person.email : t("status_invited")),
    },
    {
      id: "email",
      header: t("email"),
      choice: "shown",
      from: "sm",
      cell: ({ email }) => (
        <span className="block max-w-72 truncate" title={email}>
          {email}
        </span>
      ),
    },
    {
      id: "role",
      header: t("role"),
      cell: ({ role }) => <Badge tone={role === "owner" ? "indigo" : "neutral"}>{t(`role_${role}`)}</Badge>,
    },
    {
      id: "status",
      header: t("status"),
      choice: "shown",
      from: "md",
      cell: (person) =>
        person.status === "member" ? (
          t("status_member")
        ) : (
          <Badge tone="marigold" title={t("until", { when: formatDate(person.expires_at, locale, timeZone) })}>
            {t("status_invited")}
          </Badge>
        ),
    },
    {
      id: "joined",
      header: t("joined"),
      choice: "shown",
      sort: ["-joined", "joined"],
      align: "right",
      from: "md",
      cell: (person) =>
        person.status === "member" ? (
          <TableTime at={person.since} timeZone={timeZone} now={now} />
        ) : (
          <span className="text-muted">{t("until", { when: formatDate(person.expires_at, locale, timeZone) })}</span>
        ),
    },
    {
      id: "actions",
      header: t("actions"),
      headerHidden: true,
      align: "right",
      cell: (person) => <PersonActions person={person} store={store} owner={owner} />,
    },
  ]
}
