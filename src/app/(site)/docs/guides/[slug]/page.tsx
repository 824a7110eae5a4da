import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { getLocale, getTranslations } from "next-intl/server"
import { ProsePage } from "@/app/(site)/docs/prose-page"
import { guide, isGuide, type MarkdownDocument } from "@/docs/guides"

interface Props {
  params: Promise<{ slug: string }>
}

async function findGuide({ params }: Props): Promise<{ path: string; prose: MarkdownDocument }> {
  const { slug } = await params
  if (!isGuide(slug)) notFound()
  return { path: `/docs/guides/${slug}`, prose: guide(slug, await getLocale()) }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { path, prose } = await findGuide(props)
  return { title: prose.title, alternates: { types: { "text/markdown": `${path}.md` } } }
}

async function GuidePage(props: Props) {
  const [{ path, prose }, t] = await Promise.all([findGuide(props), getTranslations("Docs")])
  return <ProsePage path={path} prose={prose} above={[{ href: "/docs#guides", title: t("section_guides") }]} />
}

export default GuidePage
