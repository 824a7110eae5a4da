import type { Metadata } from "next"
import { getLocale, getTranslations } from "next-intl/server"
import { Markdown } from "@/app/(site)/docs/markdown"
import { type LegalDocument, readLegalDocument } from "@/docs/legal"
import { ClientMessages } from "@/ui/client-messages"
import { Notice } from "@/ui/notice"

/** What the operator must say in each document. */
const MISSING = {
  terms: [
    "terms_operator",
    "terms_service",
    "terms_use",
    "terms_data",
    "terms_apps",
    "terms_liability",
    "terms_law",
    "terms_changes",
  ],
  privacy: [
    "privacy_operator",
    "privacy_data",
    "privacy_purpose",
    "privacy_retention",
    "privacy_recipients",
    "privacy_rights",
    "privacy_cookies",
    "privacy_changes",
  ],
} as const

/** The metadata of a document's page; a draft is not indexed. */
export async function legalMetadata(name: LegalDocument): Promise<Metadata> {
  const [t, locale] = await Promise.all([getTranslations("Legal"), getLocale()])
  const written = await readLegalDocument(name, locale)
  return { title: written?.title ?? t(name), ...(!written && { robots: { index: false } }) }
}

/** The terms of use or the privacy policy: what the operator has written, else what they must write. */
export async function LegalPage({ name }: { name: LegalDocument }) {
  const [t, locale] = await Promise.all([getTranslations("Legal"), getLocale()])
  const written = await readLegalDocument(name, locale)
  if (written)
    return (
      <article lang={written.language} className="grid w-full max-w-[46rem] grid-cols-1 gap-4">
        <h1 className="text-2xl font-semibold">{written.title}</h1>
        <ClientMessages namespaces={[]}>
          <Markdown text={written.body} />
        </ClientMessages>
      </article>
    )
  return (
    <article className="grid w-full max-w-[46rem] grid-cols-1 gap-5">
      <div className="grid gap-1">
        <h1 className="text-2xl font-semibold">{t(name)}</h1>
        <p className="text-muted">{t(`${name}_lead`)}</p>
      </div>
      <Notice tone="warning" title={t("draft_title")}>
        <p>{t("draft_text")}</p>
      </Notice>
      <h2 className="text-xl font-semibold">{t("missing_title")}</h2>
      <ol className="grid list-decimal gap-2 pl-6">
        {MISSING[name].map((part) => (
          <li key={part}>{t(part)}</li>
        ))}
      </ol>
      <p className="text-sm text-muted">
        {t("how")} <code lang="en">{name === "terms" ? "TERMS_FILE" : "PRIVACY_FILE"}</code>
      </p>
    </article>
  )
}
