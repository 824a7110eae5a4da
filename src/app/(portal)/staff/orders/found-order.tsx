"use client"

import { useTranslations } from "next-intl"
import { OrderDetails } from "@/app/(portal)/staff/orders/order-details"
import { NUMBER_MAX, type StaffOrderList, staffOrderQuery } from "@/app/(portal)/staff/orders/staff-order-list"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { EmptyState } from "@/ui/empty-state"
import { ButtonLink } from "@/ui/button"
import { withQuery } from "@/ui/query-url"
import { TableSearch } from "@/ui/table/table-search"
import { Toolbar, ToolbarEnd } from "@/ui/table/toolbar"
import { trpc } from "@/ui/trpc"

const PATH = "/staff/orders"

interface FoundOrderProps {
  /** The number or id that was searched for. */
  number: string
  /** The list that the order was opened from. */
  list: StaffOrderList
  timeZone: ViewerTimeZone
}

/** The order that was found. */
export function FoundOrder({ number, list, timeZone }: FoundOrderProps) {
  const t = useTranslations("StaffOrders")
  const [{ data: order }] = trpc.staffOrders.find.useSuspenseQuery({ number })
  const query = { ...staffOrderQuery(list), after: list.after }
  return (
    <>
      <Toolbar title={t("title")}>
        <TableSearch
          path={PATH}
          query={{ ...query, number }}
          name="number"
          label={t("number")}
          maxLength={NUMBER_MAX}
        />
        {order && (
          <ToolbarEnd>
            <ButtonLink href={withQuery(PATH, query)} className="min-h-9!">
              {t("all")}
            </ButtonLink>
          </ToolbarEnd>
        )}
      </Toolbar>
      {order ? (
        <OrderDetails order={order} timeZone={timeZone} />
      ) : (
        <EmptyState sentence={t("not_found")} action={<ButtonLink href={PATH}>{t("all")}</ButtonLink>} />
      )}
    </>
  )
}
