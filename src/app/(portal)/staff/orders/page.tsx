import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { OrderFile } from "@/app/(portal)/staff/orders/order-file"
import { orNotFound, portal, requireVisitor } from "@/app/visitor"
import { env } from "@/platform/env"
import { Button, ButtonLink } from "@/ui/button"
import { ClientMessages } from "@/ui/client-messages"
import { EmptyState } from "@/ui/empty-state"
import { InputField } from "@/ui/field"
import { PageHeading } from "@/ui/page-heading"
import { withQuery } from "@/ui/query-address"

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("StaffOrders"))("title"),
})

const NUMBER_MAX = 40

const StaffOrdersPage = async ({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) => {
  const asked = (await searchParams).number
  const number = typeof asked === "string" ? asked.replaceAll("\0", "").slice(0, NUMBER_MAX) : ""
  await requireVisitor(withQuery("/staff/orders", { number }))
  const caller = await portal()
  const [t, { data: order }] = await Promise.all([
    getTranslations("StaffOrders"),
    orNotFound(caller.staffOrders.find({ number })),
  ])
  return (
    <ClientMessages namespaces={["OrderHandling", "Problems"]}>
      <PageHeading title={t("title")} lead={t("lead")} />
      <form role="search" action="/staff/orders">
        <InputField
          label={t("number")}
          hint={t("number_hint")}
          name="number"
          type="search"
          defaultValue={number}
          maxLength={NUMBER_MAX}
          autoComplete="off"
          spellCheck={false}
          beside={
            <Button type="submit" className="min-h-11">
              {t("find")}
            </Button>
          }
        />
      </form>
      {order ? (
        <OrderFile order={order} />
      ) : (
        <EmptyState
          sentence={t(number === "" ? "empty" : "nothing_found")}
          action={
            number === "" ? (
              <ButtonLink href="/staff/accounts">{t("accounts")}</ButtonLink>
            ) : (
              <ButtonLink href="/staff/orders">{t("another")}</ButtonLink>
            )
          }
          note={t("empty_note")}
          snippet={`curl "${env.appUrl}/v1/seller/orders" \\\n  -H "Authorization: Bearer $HAAT_KEY"`}
        />
      )}
    </ClientMessages>
  )
}

export default StaffOrdersPage
