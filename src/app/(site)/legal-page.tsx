import type { Metadata } from "next"
import { getLocale, getTranslations } from "next-intl/server"
import { Markdown } from "@/app/(site)/docs/markdown"
import { type LegalDocument, readLegalDocument } from "@/docs/legal"
import { ClientMessages } from "@/ui/client-messages"

/** The metadata of a document's page; a missing one is not indexed. */
export async function legalMetadata(name: LegalDocument): Promise<Metadata> {
  const [t, locale] = await Promise.all([getTranslations("Legal"), getLocale()])
  const written = await readLegalDocument(name, locale)
  return { title: written?.title ?? t(name), ...(!written && { robots: { index: false } }) }
}

/** The terms of use or the privacy policy: what the operator has published, else that nothing is published yet. */
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
      <h1 className="text-2xl font-semibold">{t(name)}</h1>
      <p>{t(`${name}_missing`)}</p>
    </article>
  )
}
