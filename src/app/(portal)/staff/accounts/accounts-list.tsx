"use client"

import Link from "next/link"
import { useTranslations } from "next-intl"
import { type AccountList, accountsInput, SEARCH_MAX } from "@/app/(portal)/staff/accounts/account-list"
import { ACCOUNT_ROLES, ACCOUNT_STATES } from "@/domain/staff-account-filter"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { PortalOutputs } from "@/ui/api"
import { Badge } from "@/ui/badge"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import type { TableColumn } from "@/ui/table/column"
import { ColumnMenu } from "@/ui/table/column-menu"
import { DataTable } from "@/ui/table/data-table"
import { ChoiceFilter } from "@/ui/table/filters"
import { PeriodFilter } from "@/ui/table/period-filter"
import { TableFooter } from "@/ui/table/table-footer"
import { TableTime } from "@/ui/table/table-time"
import { tableQuery } from "@/ui/table/table-url"
import { TableSearch } from "@/ui/table/table-search"
import { Toolbar, ToolbarEnd } from "@/ui/table/toolbar"
import { trpc } from "@/ui/trpc"

type Account = PortalOutputs["staffAccounts"]["find"]["data"][number]

const PATH = "/staff/accounts"

interface AccountsListProps {
  list: AccountList
  timeZone: ViewerTimeZone
  baseUrl: string
}

/** The accounts that match the search and the filters. */
export function AccountsList({ list, timeZone, baseUrl }: AccountsListProps) {
  const t = useTranslations("StaffAccounts")
  const [{ data: accounts, meta, similar }, { dataUpdatedAt }] = trpc.staffAccounts.find.useSuspenseQuery(
    accountsInput(list, timeZone.zone),
  )
  const columns = useColumns(timeZone, dataUpdatedAt)
  const common = { path: PATH, query: tableQuery(list) }
  return (
    <>
      <Toolbar title={t("title")}>
        <TableSearch {...common} label={t("search")} maxLength={SEARCH_MAX} />
        <ChoiceFilter
          {...common}
          name="state"
          label={t("status")}
          options={ACCOUNT_STATES.map((state) => [state, t(state)])}
        />
        <ChoiceFilter
          {...common}
          name="role"
          label={t("role")}
          options={ACCOUNT_ROLES.map((role) => [role, t(`role_${role}`)])}
        />
        <PeriodFilter {...common} label={t("created")} period={list} />
        <ToolbarEnd>
          <ColumnMenu {...common} columns={columns} chosen={list.columns} />
        </ToolbarEnd>
      </Toolbar>
      {similar && <p role="status">{t("similar")}</p>}
      {accounts.length === 0 ? (
        <EmptyState
          sentence={t("not_found")}
          action={<ButtonLink href={PATH}>{t("show_all")}</ButtonLink>}
          note={t("not_found_note")}
          snippet={`${baseUrl}/sign-up`}
        />
      ) : (
        <div className="grid min-w-0 grid-cols-1 gap-3">
          <DataTable
            caption={t("lead")}
            rows={accounts}
            columns={columns}
            rowId={({ id }) => id}
            chosen={list.columns}
            sort={undefined}
            sortHref={() => PATH}
          />
          <TableFooter {...common} meta={meta} />
        </div>
      )}
    </>
  )
}

function useColumns(timeZone: ViewerTimeZone, now: number): TableColumn<Account>[] {
  const t = useTranslations("StaffAccounts")
  return [
    {
      id: "name",
      header: t("name"),
      flexible: true,
      cell: ({ id, name }) => (
        <Link
          href={`${PATH}/${id}`}
          prefetch={false}
          className="font-medium after:absolute after:inset-0 hover:underline"
        >
          {name}
        </Link>
      ),
      below: ({ email }) => email,
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
      id: "status",
      header: t("status"),
      cell: ({ locked_at, staff, verified }) => (
        <span className="flex gap-1.5">
          {locked_at !== null && <Badge tone="danger">{t("locked")}</Badge>}
          {staff && <Badge tone="indigo">{t("staff")}</Badge>}
          {!verified && <Badge>{t("unverified")}</Badge>}
        </span>
      ),
    },
    {
      id: "created",
      header: t("created"),
      choice: "shown",
      from: "sm",
      align: "right",
      cell: ({ created_at }) => <TableTime at={created_at} timeZone={timeZone} now={now} />,
    },
  ]
}
