import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { getTranslations } from "next-intl/server"
import { UnverifiedBanner } from "@/app/(portal)/keys/unverified-banner"
import { Invitations } from "@/app/(portal)/store/invitations"
import { OpenForm } from "@/app/(portal)/store/open/open-form"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { portal, requireAccount } from "@/app/current-account"
import { ClientMessages } from "@/ui/client-messages"
import { PageHeading } from "@/ui/page-heading"
import { RefreshAfterMutations } from "@/ui/refresh-after-mutations"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("OpenStore"))("title"),
  }
}

async function OpenStorePage() {
  const renderedAt = Date.now()
  const account = await requireAccount("/store/open")
  const [caller, queries] = await Promise.all([portal(), portalQueries()])
  const [t, { data: store }] = await Promise.all([
    getTranslations("OpenStore"),
    caller.stores.own(),
    queries.stores.invitations.fetch(),
  ])
  if (store) redirect("/store")
  return (
    <HydrateClient>
      <ClientMessages namespaces={["OpenStore", "StorePeople", "Problems", "Unverified"]}>
        <RefreshAfterMutations renderedAt={renderedAt} />
        <PageHeading title={t("title")} lead={t("lead")} />
        <Invitations then="/store" />
        {account.email_verified ? <OpenForm /> : <UnverifiedBanner email={account.email} />}
      </ClientMessages>
    </HydrateClient>
  )
}

export default OpenStorePage
