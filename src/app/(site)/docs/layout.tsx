import { getLocale, getTranslations } from "next-intl/server"
import type { ReactNode } from "react"
import { DocsNav } from "@/app/(site)/docs/docs-nav"
import { SearchForm } from "@/app/(site)/docs/search-form"
import { docsPages, type DocsSection } from "@/docs/pages"
import { operations } from "@/docs/operations"
import { ClientMessages } from "@/ui/client-messages"

const SECTIONS: readonly DocsSection[] = ["start", "guides", "reference", "events", "more"]

const DocsLayout = async ({ children }: { children: ReactNode }) => {
  const [t, locale] = await Promise.all([getTranslations("Docs"), getLocale()])
  const methods = new Map(operations().map(({ id, method }) => [`/docs/reference/${id}`, method]))
  // Section titles that have a message are in the reader's language.
  const own: Record<string, string> = {
    "/docs": t("overview"),
    "/docs/reference": t("reference"),
    "/docs/errors": t("errors"),
    "/docs/changelog": t("changelog"),
  }
  const pages = docsPages(locale)
  const sections = SECTIONS.map((section) => ({
    name: section === "start" ? null : t(`section_${section}`),
    links: pages
      .filter((page) => page.section === section)
      .map(({ path, title, language }) => ({
        href: path,
        title: own[path] ?? title,
        language: own[path] === undefined ? language : locale,
        method: methods.get(path) ?? null,
      })),
  })).filter(({ links }) => links.length > 0)
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-[13.5rem_minmax(0,1fr)]">
      <div className="grid content-start gap-4 lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto lg:pr-1 lg:pb-6">
        <SearchForm />
        <ClientMessages namespaces={["DocsNav"]}>
          <DocsNav sections={sections} />
        </ClientMessages>
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

export default DocsLayout
