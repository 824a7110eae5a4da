"use client"

import { useTranslations } from "next-intl"
import { InviteButton } from "@/app/(portal)/store/people/invite-button"
import { usePeopleColumns } from "@/app/(portal)/store/people/people-columns"
import {
  listedPeople,
  PERSON_STATUSES,
  type PeopleList,
  personName,
  SEARCH_MAX,
} from "@/app/(portal)/store/people/people-list"
import { RemovePeopleButton } from "@/app/(portal)/store/people/remove-people-button"
import { RoleTable } from "@/app/(portal)/store/people/role-table"
import { STORE_ROLES } from "@/domain/store"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { ModeBadge } from "@/ui/badge"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { ActionNotices } from "@/ui/action-notices"
import { LocalTable } from "@/ui/table/local-table"
import { tableQuery } from "@/ui/table/table-url"
import { ColumnMenu } from "@/ui/table/column-menu"
import { ChoiceFilter } from "@/ui/table/filters"
import { TableSearch } from "@/ui/table/table-search"
import { Toolbar, ToolbarEnd } from "@/ui/table/toolbar"
import { trpc } from "@/ui/trpc"

const PATH = "/store/people"

interface PeopleViewProps {
  list: PeopleList
  /** The store's name. */
  store: string
  /** Whether the store is approved, so that it can invite people. */
  approved: boolean
  /** Whether the portal shows the sandbox, which has no people of its own. */
  sandbox: boolean
  timeZone: ViewerTimeZone
}

/** The members of the account's store, and its invitations. */
export function PeopleView({ list, store, approved, sandbox, timeZone }: PeopleViewProps) {
  const t = useTranslations("StorePeople")
  const [{ data }, { dataUpdatedAt: now }] = trpc.stores.people.useSuspenseQuery()
  const owner = data.role === "owner"
  const query = tableQuery(list)
  const common = { path: PATH, query }
  const found = listedPeople(data, list)
  const columns = usePeopleColumns({ store, owner, timeZone, now })
  return (
    <ActionNotices>
      <Toolbar
        title={t("title")}
        note={sandbox && <ModeBadge livemode />}
        action={owner && approved && <InviteButton store={store} />}
      >
        <TableSearch {...common} label={t("search")} maxLength={SEARCH_MAX} />
        <ChoiceFilter
          {...common}
          name="role"
          label={t("role")}
          options={STORE_ROLES.map((role) => [role, t(`role_${role}`)])}
        />
        {owner && (
          <ChoiceFilter
            {...common}
            name="status"
            label={t("status")}
            options={PERSON_STATUSES.map((status) => [status, t(`status_${status}`)])}
          />
        )}
        <ToolbarEnd>
          <ColumnMenu {...common} columns={columns} chosen={list.columns} />
        </ToolbarEnd>
      </Toolbar>
      {sandbox && <p className="text-sm text-muted">{t("live_store", { store })}</p>}
      {owner && !approved && <p className="text-sm text-muted">{t("invite_later")}</p>}
      {found.length === 0 ? (
        <EmptyState sentence={t("empty_filtered")} action={<ButtonLink href={PATH}>{t("show_all")}</ButtonLink>} />
      ) : (
        <LocalTable
          {...common}
          list={list}
          caption={t("lead", { store })}
          rows={found}
          columns={columns}
          rowName={personName}
          selectable={({ role }) => role !== "owner"}
          actions={owner ? (selected) => <RemovePeopleButton people={selected} store={store} /> : null}
        />
      )}
      <RoleTable />
    </ActionNotices>
  )
}
