import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { IncidentsView } from "@/app/(portal)/staff/incidents/incidents-view"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { orNotFound, requireStaff } from "@/app/current-account"
import { ClientMessages } from "@/ui/client-messages"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("StaffIncidents"))("title"),
  }
}

async function IncidentsPage() {
  await requireStaff("/staff/incidents")
  const portal = await portalQueries()
  const [timeZone] = await Promise.all([viewerTimeZone(), orNotFound(portal.staffIncidents.list.fetch())])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["StaffIncidents", "Incidents", "StatusPage", "Problems"]}>
        <IncidentsView timeZone={timeZone} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default IncidentsPage
