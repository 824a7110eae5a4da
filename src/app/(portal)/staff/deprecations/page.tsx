import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { CallingAccounts } from "@/app/(portal)/staff/deprecations/calling-accounts"
import { orNotFound, requireStaff } from "@/app/current-account"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { ClientMessages } from "@/ui/client-messages"
import { PageHeading } from "@/ui/page-heading"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("Deprecations"))("staff_title"),
  }
}

async function StaffDeprecationsPage() {
  await requireStaff("/staff/deprecations")
  const portal = await portalQueries()
  const [t, timeZone] = await Promise.all([
    getTranslations("Deprecations"),
    viewerTimeZone(),
    orNotFound(portal.staffDeprecations.list.fetch()),
  ])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["Deprecations", "Problems"]}>
        <PageHeading title={t("staff_title")} lead={t("staff_lead")} />
        <CallingAccounts timeZone={timeZone} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default StaffDeprecationsPage
