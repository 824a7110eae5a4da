import { getLocale, getTranslations } from "next-intl/server"
import type { ReactNode } from "react"
import { DocsNav, type NavGroup } from "@/app/(site)/docs/docs-nav"
import { SearchForm } from "@/app/(site)/docs/search-form"
import { docsPages, type DocsSection } from "@/docs/pages"
import { operationsByTag } from "@/docs/operations"
import { tagTitle } from "@/docs/titles"
import { ClientMessages } from "@/ui/client-messages"

async function DocsLayout({ children }: { children: ReactNode }) {
  const [t, locale] = await Promise.all([getTranslations("Docs"), getLocale()])
  const tags = operationsByTag()
  const methods = new Map(
    tags.flatMap(({ operations }) => operations.map(({ id, method }) => [`/docs/reference/${id}`, method])),
  )
  // Titles that have a message are in the reader's language.
  const own: Record<string, string> = {
    "/docs": t("overview"),
    "/docs/reference": t("overview"),
    "/docs/errors": t("errors"),
    "/docs/changelog": t("changelog"),
  }
  const links = docsPages(locale).map(({ path, title, titleLanguage, section }) => ({
    section,
    href: path,
    title: own[path] ?? title,
    language: own[path] === undefined ? titleLanguage : locale,
    method: methods.get(path) ?? null,
  }))
  const linksOf = (section: DocsSection) => links.filter((link) => link.section === section)
  const reference: NavGroup[] = [
    ...tags.map(({ name, operations }) => ({
      name: tagTitle(name, locale).title,
      links: linksOf("reference").filter(({ href }) => operations.some(({ id }) => href === `/docs/reference/${id}`)),
    })),
    { name: t("section_events"), links: linksOf("events") },
  ]
  const sections = [
    { name: null, links: linksOf("start"), groups: [] },
    { name: t("section_guides"), links: linksOf("guides"), groups: [] },
    {
      name: t("section_reference"),
      links: linksOf("reference").filter(({ method }) => method === null),
      groups: reference.filter((group) => group.links.length > 0),
    },
    { name: t("section_more"), links: linksOf("more"), groups: [] },
  ]
  return (
    // The reference needs two columns beside the list of pages.
    <div data-wide className="grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-4 self-start lg:sticky lg:top-6 lg:max-h-[calc(100dvh-7.5rem)]">
        <ClientMessages namespaces={["DocsNav", "DocsSearch"]}>
          <SearchForm />
          <DocsNav sections={sections} />
        </ClientMessages>
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

export default DocsLayout
