import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { SessionsView } from "@/app/(portal)/settings/sessions/sessions-view"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { requireAccount } from "@/app/current-account"
import { ClientMessages } from "@/ui/client-messages"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("Sessions"))("title") }
}

async function SessionsPage() {
  await requireAccount("/settings/sessions")
  const portal = await portalQueries()
  const [timeZone] = await Promise.all([
    viewerTimeZone(),
    portal.sessions.list.fetch(),
    portal.security.activity.fetch(),
  ])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["Activity", "Sessions", "Problems", "Table"]}>
        <SessionsView timeZone={timeZone} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default SessionsPage
