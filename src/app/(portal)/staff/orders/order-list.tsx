"use client"

import { useTranslations } from "next-intl"
import { useOrderColumns } from "@/app/(portal)/orders/order-columns"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { withQuery } from "@/ui/query-url"
import { DataTable } from "@/ui/table/data-table"
import { trpc } from "@/ui/trpc"

const PATH = "/staff/orders"

interface OrderListProps {
  /** The number of the order before the first of the page. */
  after: string | undefined
  timeZone: ViewerTimeZone
}

/** All orders, newest first, without the people who placed them. */
export function OrderList({ after, timeZone }: OrderListProps) {
  const t = useTranslations("StaffOrders")
  const [{ data: orders, next }, { dataUpdatedAt: now }] = trpc.staffOrders.list.useSuspenseQuery({ after })
  const columns = useOrderColumns({ href: (number) => withQuery(PATH, { number }), timeZone, now })
  return (
    <>
      {orders.length === 0 ? (
        <EmptyState sentence={t("empty")} action={<ButtonLink href="/staff/accounts">{t("accounts")}</ButtonLink>} />
      ) : (
        <DataTable
          caption={t("newest_first")}
          rows={orders}
          columns={columns}
          rowId={({ number }) => number}
          chosen={undefined}
          sort={undefined}
          sortHref={() => PATH}
        />
      )}
      {(after !== undefined || next !== null) && (
        <nav className="flex flex-wrap justify-between gap-3" aria-label={t("title")}>
          {after !== undefined && <ButtonLink href={PATH}>{t("newest")}</ButtonLink>}
          {next !== null && (
            <ButtonLink href={withQuery(PATH, { after: next })} rel="next">
              {t("older")}
            </ButtonLink>
          )}
        </nav>
      )}
    </>
  )
}
