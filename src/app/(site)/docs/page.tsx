import type { Metadata } from "next"
import Link from "next/link"
import { getLocale, getTranslations } from "next-intl/server"
import { DocsArticle } from "@/app/(site)/docs/docs-article"
import { docsPages } from "@/docs/pages"
import { operationsByTag } from "@/docs/operations"
import { tagTitle } from "@/docs/titles"
import { withoutMarkup } from "@/docs/without-markup"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("Docs"))("docs"),
    alternates: { types: { "text/markdown": "/docs.md" } },
  }
}

const FILES = [
  ["openapi", "/openapi.json"],
  ["postman", "/postman.json"],
  ["client", "/haat-client.tgz"],
  ["llms", "/llms.txt"],
] as const

async function DocsLanding() {
  const [t, locale] = await Promise.all([getTranslations("Docs"), getLocale()])
  const guides = docsPages(locale).filter(({ section }) => section === "guides")
  return (
    <DocsArticle path="/docs" title={t("docs")} lead={t("lead")} language={locale}>
      <section aria-labelledby="guides" className="grid gap-4">
        <h2 id="guides" className="scroll-mt-6 text-xl font-semibold">
          {t("section_guides")}
        </h2>
        <ul className="grid gap-3 sm:grid-cols-2">
          {guides.map(({ path, title, description, language }, index) => (
            <li
              key={path}
              lang={language === locale ? undefined : language}
              className={`relative grid content-start gap-1 rounded-xl border bg-surface p-4 hover:border-line-strong ${index === 0 ? "border-accent" : "border-line"} ${index === 0 && guides.length % 2 === 1 ? "sm:col-span-2" : ""}`}
            >
              <h3 className="font-semibold">
                <Link href={path} prefetch={false} className="after:absolute after:inset-0 after:rounded-xl">
                  {title}
                </Link>
              </h3>
              <p className="text-sm text-muted">{withoutMarkup(description)}</p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="reference" className="grid gap-4">
        <h2 id="reference" className="mt-4 scroll-mt-6 text-xl font-semibold">
          <Link href="/docs/reference" prefetch={false} className="hover:underline">
            {t("reference")}
          </Link>
        </h2>
        <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
          {operationsByTag().map(({ name, operations }) => (
            <div key={name} className="grid content-start gap-1.5">
              <h3 className="text-sm font-semibold">{tagTitle(name, locale).title}</h3>
              <ul className="grid gap-1">
                {operations.map(({ id, method, path }) => (
                  <li key={id} className="text-xs">
                    <Link
                      href={`/docs/reference/${id}`}
                      prefetch={false}
                      className="font-mono wrap-anywhere text-link hover:underline"
                    >
                      <span lang="en">
                        {method} {path}
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </section>
      <section aria-labelledby="files" className="grid gap-4">
        <h2 id="files" className="mt-4 text-xl font-semibold">
          {t("files")}
        </h2>
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
          {FILES.map(([name, href]) => (
            <li key={name} className="grid content-start gap-1 text-sm">
              <a href={href} className="link w-fit font-medium">
                {t(`file_${name}`)}
              </a>
              <p className="text-muted">{t(`file_${name}_text`)}</p>
            </li>
          ))}
        </ul>
      </section>
    </DocsArticle>
  )
}

export default DocsLanding
