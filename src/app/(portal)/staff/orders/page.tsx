import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { OrderFile } from "@/app/(portal)/staff/orders/order-file"
import { orNotFound, portal, requireVisitor } from "@/app/visitor"
import { Button } from "@/ui/button"
import { ClientMessages } from "@/ui/client-messages"
import { InputField } from "@/ui/field"
import { PageHeading } from "@/ui/page-heading"
import { withQuery } from "@/ui/query-address"

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations("StaffOrders"))("title") })

const NUMBER_MAX = 40

const StaffOrdersPage = async ({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) => {
  const asked = (await searchParams).number
  const number = typeof asked === "string" ? asked.replaceAll("\0", "").slice(0, NUMBER_MAX) : ""
  await requireVisitor(withQuery("/staff/orders", { number }))
  const caller = await portal()
  const [t, { data: order }] = await Promise.all([getTranslations("StaffOrders"), orNotFound(caller.staffOrders.find({ number }))])
  return (
    <ClientMessages namespaces={["OrderHandling", "Problems"]}>
      <PageHeading title={t("title")} lead={t("lead")} />
      <form role="search" action="/staff/orders" className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <InputField label={t("number")} hint={t("number_hint")} name="number" type="search" defaultValue={number} maxLength={NUMBER_MAX} autoComplete="off" spellCheck={false} />
        </div>
        <Button type="submit" className="mb-5 min-h-11">
          {t("find")}
        </Button>
      </form>
      {order ? <OrderFile order={order} /> : <p className="text-muted">{t(number === "" ? "empty" : "nothing_found")}</p>}
    </ClientMessages>
  )
}

export default StaffOrdersPage
