import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { getTranslations } from "next-intl/server"
import { OpenForm } from "@/app/(portal)/store/open/open-form"
import { portal, requireVisitor } from "@/app/visitor"
import { ClientMessages } from "@/ui/client-messages"
import { PageHeading } from "@/ui/page-heading"

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("OpenStore"))("title"),
})

const OpenStorePage = async () => {
  await requireVisitor("/store/open")
  const caller = await portal()
  const [t, { data: store }] = await Promise.all([getTranslations("OpenStore"), caller.stores.own()])
  if (store) redirect("/store")
  return (
    <ClientMessages namespaces={["OpenStore", "Problems"]}>
      <PageHeading title={t("title")} lead={t("lead")} />
      <OpenForm />
    </ClientMessages>
  )
}

export default OpenStorePage
