import type { Metadata } from "next"
import { TestView } from "@/app/(portal)/apps/[client_id]/(tabs)/test/test-view"
import { appMetadata, loadApp } from "@/app/(portal)/apps/[client_id]/load-app"
import { HydrateClient } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { requireAccount } from "@/app/current-account"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"

interface TestPageProps {
  params: Promise<{ client_id: string }>
}

export async function generateMetadata({ params }: TestPageProps): Promise<Metadata> {
  return appMetadata((await params).client_id, "test")
}

async function TestPage({ params }: TestPageProps) {
  const { client_id } = await params
  await requireAccount(`/apps/${client_id}/test`)
  const [timeZone] = await Promise.all([viewerTimeZone(), loadApp(client_id)])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["OauthApps", "Problems"]}>
        <TestView clientId={client_id} timeZone={timeZone} authorizeUrl={`${env.appUrl}/oauth/authorize`} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default TestPage
