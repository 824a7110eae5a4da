import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { ProsePage } from "@/app/(site)/docs/prose-page"
import { changelog } from "@/docs/guides"

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("Docs"))("changelog"),
  alternates: { types: { "text/markdown": "/docs/changelog.md" } },
})

const ChangelogPage = () => <ProsePage path="/docs/changelog" prose={changelog()} />

export default ChangelogPage
