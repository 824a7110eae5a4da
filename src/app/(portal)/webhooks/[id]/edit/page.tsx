import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { EditEndpointOf } from "@/app/(portal)/webhooks/[id]/edit/edit-endpoint-of"

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("Webhooks"))("edit_title"),
})

const EditEndpointPage = async ({ params }: { params: Promise<{ id: string }> }) => (
  <EditEndpointOf app={null} id={(await params).id} />
)

export default EditEndpointPage
