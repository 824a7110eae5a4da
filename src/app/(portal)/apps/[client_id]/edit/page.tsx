import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { EditApp } from "@/app/(portal)/apps/[client_id]/edit/edit-app"
import { LegalLinks } from "@/app/legal-links"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { orNotFound, requireAccount } from "@/app/current-account"
import { ClientMessages } from "@/ui/client-messages"

interface EditPageProps {
  params: Promise<{ client_id: string }>
}

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("OauthApps"))("title"),
  }
}

async function EditPage({ params }: EditPageProps) {
  const { client_id } = await params
  await requireAccount(`/apps/${client_id}/edit`)
  const portal = await portalQueries()
  await orNotFound(portal.oauthApps.get.prefetch({ client_id }))
  return (
    <HydrateClient>
      <ClientMessages namespaces={["OauthApps", "Oauth", "Problems"]}>
        <EditApp clientId={client_id} />
      </ClientMessages>
      <LegalLinks />
    </HydrateClient>
  )
}

export default EditPage
