import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { EditEndpointOf } from "@/app/(portal)/webhooks/[id]/edit/edit-endpoint-of"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("Webhooks"))("edit_title"),
  }
}

async function EditAppEndpointPage({ params }: { params: Promise<{ client_id: string; id: string }> }) {
  const { client_id, id } = await params
  return <EditEndpointOf app={client_id} id={id} />
}

export default EditAppEndpointPage
