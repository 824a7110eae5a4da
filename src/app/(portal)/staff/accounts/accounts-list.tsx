"use client"

import Link from "next/link"
import { useTranslations } from "next-intl"
import { ACCOUNT_SEARCH_MAX } from "@/app/(portal)/staff/search-max"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { PortalInputs, PortalOutputs } from "@/ui/api"
import { Badge } from "@/ui/badge"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import type { TableColumn } from "@/ui/table/column"
import { DataTable } from "@/ui/table/data-table"
import { TableFooter } from "@/ui/table/table-footer"
import { TableTime } from "@/ui/table/table-time"
import { PAGE_SIZES } from "@/ui/table/table-url"
import { TableSearch } from "@/ui/table/table-search"
import { Toolbar } from "@/ui/table/toolbar"
import { trpc } from "@/ui/trpc"

type Account = PortalOutputs["staffAccounts"]["find"]["data"][number]

const PATH = "/staff/accounts"

interface AccountsListProps {
  filter: { q: string; page: number; per_page: number } & PortalInputs["staffAccounts"]["find"]
  timeZone: ViewerTimeZone
  baseUrl: string
}

/** The accounts that match the search. */
export function AccountsList({ filter, timeZone, baseUrl }: AccountsListProps) {
  const t = useTranslations("StaffAccounts")
  const [{ data: accounts, meta, similar }, { dataUpdatedAt }] = trpc.staffAccounts.find.useSuspenseQuery(filter)
  const columns = useColumns(timeZone, dataUpdatedAt)
  const common = {
    path: PATH,
    query: {
      q: filter.q === "" ? undefined : filter.q,
      per_page: filter.per_page === PAGE_SIZES[0] ? undefined : filter.per_page,
    },
  }
  return (
    <>
      <Toolbar title={t("title")}>
        <TableSearch {...common} label={t("search")} maxLength={ACCOUNT_SEARCH_MAX} />
      </Toolbar>
      {similar && <p role="status">{t("similar")}</p>}
      {accounts.length === 0 ? (
        <EmptyState
          sentence={t("nothing_found")}
          action={<ButtonLink href={PATH}>{t("show_all")}</ButtonLink>}
          note={t("nothing_note")}
          snippet={`${baseUrl}/sign-up`}
        />
      ) : (
        <div className="grid min-w-0 grid-cols-1 gap-3">
          <DataTable
            caption={t("lead")}
            rows={accounts}
            columns={columns}
            rowId={({ id }) => id}
            chosen={undefined}
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
      from: "sm",
      align: "right",
      cell: ({ created_at }) => <TableTime at={created_at} timeZone={timeZone} now={now} />,
    },
  ]
}
