import Link from "next/link"
import { getLocale, getTranslations } from "next-intl/server"
import type { ReactNode } from "react"
import { CopyMarkdown } from "@/app/(site)/docs/copy-markdown"
import type { Locale } from "@/domain/locale"
import { ClientMessages } from "@/ui/client-messages"
import { Notice } from "@/ui/notice"

interface DocsArticleProps {
  path: string
  title: string
  lead?: ReactNode
  /** The language of the text; it is announced if it is not the reader's own. */
  language: Locale
  /** If it is not that of the text. */
  titleLanguage?: Locale
  /** The parent pages, without the documentation's start page. */
  above?: { href: string; title: string }[]
  children: ReactNode
}

/** The frame of a documentation page. */
export async function DocsArticle({
  path,
  title,
  lead,
  language,
  titleLanguage = language,
  above = [],
  children,
}: DocsArticleProps) {
  const [t, locale] = await Promise.all([getTranslations("Docs"), getLocale()])
  const foreign = language === locale ? undefined : language
  const trail = path === "/docs" ? [] : [{ href: "/docs", title: t("docs") }, ...above]
  return (
    <article className="grid grid-cols-1 gap-6">
      <header className="grid gap-3">
        {trail.length > 0 && (
          <nav aria-label={t("breadcrumb")}>
            <ol className="flex flex-wrap text-sm text-muted">
              {trail.map(({ href, title: name }) => (
                <li
                  key={href}
                  className="after:mx-2 after:text-line-strong after:content-['/'] last:after:content-none"
                >
                  <Link href={href} prefetch={false} className="py-1 hover:text-ink hover:underline">
                    {name}
                  </Link>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <h1 lang={titleLanguage === locale ? undefined : titleLanguage} className="min-w-0 text-2xl font-semibold">
            {title}
          </h1>
          <div className="-mx-2.5 flex flex-wrap items-center gap-1">
            <ClientMessages namespaces={["DocsNav"]}>
              <CopyMarkdown href={`${path}.md`} />
            </ClientMessages>
            <a
              href={`${path}.md`}
              className="rounded-lg px-2.5 py-2 text-sm font-medium text-link hover:bg-indigo-soft"
            >
              {t("view_markdown")}
            </a>
          </div>
        </div>
        {lead !== undefined && (
          <div lang={foreign} className="max-w-prose text-muted">
            {lead}
          </div>
        )}
        {foreign !== undefined && <Notice tone="info">{t("english_only")}</Notice>}
      </header>
      {children}
    </article>
  )
}
