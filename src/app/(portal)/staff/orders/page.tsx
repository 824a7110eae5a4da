import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { FoundOrder } from "@/app/(portal)/staff/orders/found-order"
import { OrderList } from "@/app/(portal)/staff/orders/order-list"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { orNotFound, requireStaff } from "@/app/current-account"
import { Button } from "@/ui/button"
import { ORDER_NUMBER } from "@/domain/order-number"
import { ClientMessages } from "@/ui/client-messages"
import { InputField } from "@/ui/field"
import { Outcomes } from "@/ui/outcomes"
import { PageHeading } from "@/ui/page-heading"
import { withQuery } from "@/ui/query-url"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("StaffOrders"))("title"),
  }
}

const NUMBER_MAX = 40

async function StaffOrdersPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const { number: requestedNumber, after: requestedAfter } = await searchParams
  const number = typeof requestedNumber === "string" ? requestedNumber.replaceAll("\0", "").slice(0, NUMBER_MAX) : ""
  const after = typeof requestedAfter === "string" && ORDER_NUMBER.test(requestedAfter) ? requestedAfter : undefined
  await requireStaff(withQuery("/staff/orders", { number, after }))
  const portal = await portalQueries()
  const [t, timeZone] = await Promise.all([
    getTranslations("StaffOrders"),
    viewerTimeZone(),
    number === ""
      ? orNotFound(portal.staffOrders.list.fetch({ after }))
      : orNotFound(portal.staffOrders.find.fetch({ number })),
  ])
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
        <PageHeading title={t("title")} lead={t("lead")}>
          <form role="search" action="/staff/orders" className="w-full sm:w-96">
            <InputField
              label={t("number")}
              hint={t("number_hint")}
              name="number"
              type="search"
              defaultValue={number}
              maxLength={NUMBER_MAX}
              autoComplete="off"
              spellCheck={false}
              trailing={
                <Button type="submit" className="min-h-11">
                  {t("find")}
                </Button>
              }
            />
          </form>
        </PageHeading>
        {number === "" ? (
          <OrderList after={after} timeZone={timeZone} />
        ) : (
          <Outcomes>
            <FoundOrder number={number} timeZone={timeZone} />
          </Outcomes>
        )}
      </ClientMessages>
    </HydrateClient>
  )
}

export default StaffOrdersPage
