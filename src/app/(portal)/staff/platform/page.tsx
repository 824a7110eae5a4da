import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { PlatformList } from "@/app/(portal)/staff/platform/platform-list"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { orNotFound, requireStaff } from "@/app/current-account"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"
import { PageHeading } from "@/ui/page-heading"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("StaffPlatform"))("title"),
  }
}

async function PlatformPage() {
  await requireStaff("/staff/platform")
  const portal = await portalQueries()
  const [t] = await Promise.all([getTranslations("StaffPlatform"), orNotFound(portal.platformApps.list.fetch())])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["StaffPlatform", "Problems"]}>
        <PageHeading title={t("title")} lead={t("lead")} />
        <PlatformList baseUrl={env.appUrl} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default PlatformPage
