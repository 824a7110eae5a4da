import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { EditEndpointOf } from "@/app/(portal)/webhooks/[id]/edit/edit-endpoint-of"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("Webhooks"))("edit_title"),
  }
}

async function EditEndpointPage({ params }: { params: Promise<{ id: string }> }) {
  return <EditEndpointOf app={null} id={(await params).id} />
}

export default EditEndpointPage
