"use client"

import { useLocale, useTranslations } from "next-intl"
import { type Person, personName } from "@/app/(portal)/store/people/people-list"
import { PersonActions } from "@/app/(portal)/store/people/person-actions"
import { ASSIGNABLE_ROLES, type StoreRole } from "@/domain/store"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatDate } from "@/i18n/format"
import { Badge } from "@/ui/badge"
import type { TableColumn } from "@/ui/table/column"
import { TableTime } from "@/ui/table/table-time"

export type GivenRole = Exclude<StoreRole, "owner">

interface PeopleColumnsOptions {
  /** The store's name. */
  store: string
  /** Whether the reader is the owner, who changes the others. */
  owner: boolean
  /** Gives a member another role. */
  changeRole: (id: string, role: GivenRole) => void
  /** The member whose role is being changed, and the new role. */
  changing: { id: string; role: GivenRole } | undefined
  timeZone: ViewerTimeZone
  /** When the people were read, in milliseconds. */
  now: number
}

/** The columns of the table of a store's people. */
export function usePeopleColumns({
  store,
  owner,
  changeRole,
  changing,
  timeZone,
  now,
}: PeopleColumnsOptions): TableColumn<Person>[] {
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
      cell: (person) =>
        owner && person.status === "member" && person.role !== "owner" ? (
          <select
            aria-label={t("role_of", { name: person.name })}
            value={changing?.id === person.id ? changing.role : person.role}
            onChange={({ target }) => {
              const role = ASSIGNABLE_ROLES.find((each) => each === target.value)
              if (role) changeRole(person.id, role)
            }}
            disabled={changing !== undefined}
            className="-ml-2 min-h-8 max-w-32 rounded-lg border border-line-strong bg-surface px-1.5"
          >
            {ASSIGNABLE_ROLES.map((role) => (
              <option key={role} value={role}>
                {t(`role_${role}`)}
              </option>
            ))}
          </select>
        ) : (
          <Badge tone={person.role === "owner" ? "indigo" : "neutral"}>{t(`role_${person.role}`)}</Badge>
        ),
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
