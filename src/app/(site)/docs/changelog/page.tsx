import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { ChangelogEntries } from "@/app/(site)/docs/changelog/changelog-entries"
import { ProsePage } from "@/app/(site)/docs/prose-page"
import { apiChangelog } from "@/docs/changelog"
import { changelog } from "@/docs/guides"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("Docs"))("changelog"),
    alternates: {
      types: {
        "text/markdown": "/docs/changelog.md",
        "application/atom+xml": [{ url: "/docs/changelog.atom", title: changelog().title }],
      },
    },
  }
}

function ChangelogPage() {
  return (
    <ProsePage path="/docs/changelog" prose={changelog()}>
      <ChangelogEntries {...apiChangelog()} />
    </ProsePage>
  )
}

export default ChangelogPage
