import type { Metadata } from "next"
import { SettingsView } from "@/app/(portal)/apps/[client_id]/(tabs)/settings/settings-view"
import { appMetadata, loadApp } from "@/app/(portal)/apps/[client_id]/load-app"
import { LegalLinks } from "@/app/legal-links"
import { HydrateClient } from "@/app/hydration"
import { requireAccount } from "@/app/current-account"
import { ClientMessages } from "@/ui/client-messages"

interface SettingsPageProps {
  params: Promise<{ client_id: string }>
}

export async function generateMetadata({ params }: SettingsPageProps): Promise<Metadata> {
  return appMetadata((await params).client_id, "settings")
}

async function SettingsPage({ params }: SettingsPageProps) {
  const { client_id } = await params
  await requireAccount(`/apps/${client_id}/settings`)
  await loadApp(client_id)
  return (
    <HydrateClient>
      <ClientMessages namespaces={["OauthApps", "Oauth", "Problems"]}>
        <SettingsView clientId={client_id} legal={<LegalLinks />} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default SettingsPage
