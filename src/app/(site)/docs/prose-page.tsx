import { getTranslations } from "next-intl/server"
import type { ReactNode } from "react"
import { DocsArticle } from "@/app/(site)/docs/docs-article"
import { headingsOf, Markdown } from "@/app/(site)/docs/markdown"
import type { MarkdownDocument } from "@/docs/guides"
import { ClientMessages } from "@/ui/client-messages"

interface ProsePageProps {
  path: string
  prose: MarkdownDocument
  above?: { href: string; title: string }[]
  /** What is shown instead of the body as it is. */
  children?: ReactNode
}

/** A page of prose: a guide, or the changelog. */
export async function ProsePage({
  path,
  prose: { title, lead, body, language },
  above = [],
  children,
}: ProsePageProps) {
  const t = await getTranslations("Docs")
  const headings = headingsOf(body)
  return (
    <DocsArticle path={path} title={title} lead={<Markdown text={lead} />} language={language} above={above}>
      <div className="grid grid-cols-1 items-start gap-x-10 xl:grid-cols-[minmax(0,1fr)_11rem]">
        <div lang={language} className="grid min-w-0 grid-cols-1 gap-4">
          <ClientMessages namespaces={[]}>{children ?? <Markdown text={body} />}</ClientMessages>
        </div>
        {headings.length > 1 && (
          <nav aria-label={t("on_this_page")} className="sticky top-6 hidden gap-2 pt-5 text-sm xl:grid">
            <p className="text-xs font-semibold text-muted">{t("on_this_page")}</p>
            <ul lang={language} className="grid gap-1.5">
              {headings.map(({ text, anchor }) => (
                <li key={anchor}>
                  <a href={`#${anchor}`} className="text-muted hover:text-ink hover:underline">
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </DocsArticle>
  )
}
