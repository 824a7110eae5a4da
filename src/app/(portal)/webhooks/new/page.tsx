import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { NewEndpoint } from "@/app/(portal)/webhooks/new/new-endpoint"

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("Webhooks"))("add_title"),
})

const NewEndpointPage = () => <NewEndpoint app={null} />

export default NewEndpointPage
