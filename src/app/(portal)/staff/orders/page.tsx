import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { FoundOrder } from "@/app/(portal)/staff/orders/found-order"
import { OrderList } from "@/app/(portal)/staff/orders/order-list"
import {
  NUMBER_MAX,
  parseStaffOrderList,
  staffOrderInput,
  staffOrderQuery,
} from "@/app/(portal)/staff/orders/staff-order-list"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { orNotFound, requireStaff } from "@/app/current-account"
import { ClientMessages } from "@/ui/client-messages"
import { ActionNotices } from "@/ui/action-notices"
import { withQuery } from "@/ui/query-url"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("StaffOrders"))("title"),
  }
}

async function StaffOrdersPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const params = await searchParams
  const number = typeof params.number === "string" ? params.number.replaceAll("\0", "").slice(0, NUMBER_MAX) : ""
  const list = parseStaffOrderList(params)
  await requireStaff(withQuery("/staff/orders", { ...staffOrderQuery(list), after: list.after, number }))
  const [portal, timeZone] = await Promise.all([portalQueries(), viewerTimeZone()])
  await (number === ""
    ? orNotFound(portal.staffOrders.list.fetch(staffOrderInput(list, timeZone.zone)))
    : orNotFound(portal.staffOrders.find.fetch({ number })))
  return (
    <HydrateClient>
      <ClientMessages
        namespaces={[
          "StaffOrders",
          "Orders",
          "Store",
          "OrderHandling",
          "OrderStatus",
          "OrderTotals",
          "PaymentStatus",
          "Problems",
          "Table",
        ]}
      >
        {number === "" ? (
          <OrderList list={list} timeZone={timeZone} />
        ) : (
          <ActionNotices>
            <FoundOrder number={number} list={list} timeZone={timeZone} />
          </ActionNotices>
        )}
      </ClientMessages>
    </HydrateClient>
  )
}

export default StaffOrdersPage
