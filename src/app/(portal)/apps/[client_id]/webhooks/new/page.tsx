import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { NewEndpoint } from "@/app/(portal)/webhooks/new/new-endpoint"

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("Webhooks"))("add_title"),
})

const NewAppEndpointPage = async ({ params }: { params: Promise<{ client_id: string }> }) => (
  <NewEndpoint app={(await params).client_id} />
)

export default NewAppEndpointPage
