import type { Metadata } from "next"
import { OverviewView } from "@/app/(portal)/apps/[client_id]/(tabs)/overview-view"
import { appMetadata, loadApp } from "@/app/(portal)/apps/[client_id]/load-app"
import { HydrateClient } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { requireAccount } from "@/app/current-account"
import { ClientMessages } from "@/ui/client-messages"

interface AppPageProps {
  params: Promise<{ client_id: string }>
}

export async function generateMetadata({ params }: AppPageProps): Promise<Metadata> {
  return appMetadata((await params).client_id, "overview")
}

async function AppPage({ params }: AppPageProps) {
  const { client_id } = await params
  await requireAccount(`/apps/${client_id}`)
  const [timeZone] = await Promise.all([viewerTimeZone(), loadApp(client_id)])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["OauthApps", "Problems"]}>
        <OverviewView clientId={client_id} timeZone={timeZone} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default AppPage
