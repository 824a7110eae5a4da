import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { DeprecationsView } from "@/app/(portal)/deprecations/deprecations-view"
import { requireAccount } from "@/app/current-account"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"
import { PageHeading } from "@/ui/page-heading"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("Deprecations"))("title"),
  }
}

async function DeprecationsPage() {
  await requireAccount("/deprecations")
  const portal = await portalQueries()
  const [t, timeZone] = await Promise.all([
    getTranslations("Deprecations"),
    viewerTimeZone(),
    portal.deprecations.list.fetch(),
  ])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["Deprecations", "Problems"]}>
        <PageHeading title={t("title")} lead={t("lead")} />
        <DeprecationsView timeZone={timeZone} baseUrl={env.appUrl} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default DeprecationsPage
