import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { SessionsView } from "@/app/(portal)/settings/sessions/sessions-view"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { readersClock } from "@/app/time-zone"
import { requireVisitor } from "@/app/visitor"
import { ClientMessages } from "@/ui/client-messages"

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations("Sessions"))("title") })

const SessionsPage = async () => {
  await requireVisitor("/settings/sessions")
  const portal = await portalQueries()
  const [clock] = await Promise.all([readersClock(), portal.sessions.list.prefetch()])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["Sessions", "Problems"]}>
        <SessionsView clock={clock} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default SessionsPage
