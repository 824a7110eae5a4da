import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import type { ReviewTemplates } from "@/app/(portal)/staff/apps/[client_id]/decision-form"
import { ReviewView } from "@/app/(portal)/staff/apps/[client_id]/review-view"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { orNotFound, requireStaff } from "@/app/current-account"
import type { Locale } from "@/domain/locale"
import { ClientMessages } from "@/ui/client-messages"

interface ReviewPageProps {
  params: Promise<{ client_id: string }>
}

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("AppReviews"))("title"),
  }
}

const TEMPLATES = ["good", "redirect", "scope", "name"] as const

/** Frequent messages of reviewers, in the developer's language. */
async function templatesIn(locale: Locale): Promise<ReviewTemplates> {
  const [t, theirs] = await Promise.all([
    getTranslations("AppReviews"),
    getTranslations({ locale, namespace: "AppReviews" }),
  ])
  return {
    locale,
    texts: TEMPLATES.map((template) => ({ label: t(`template_${template}`), text: theirs(`text_${template}`) })),
  }
}

async function ReviewPage({ params }: ReviewPageProps) {
  const { client_id } = await params
  await requireStaff(`/staff/apps/${client_id}`)
  const portal = await portalQueries()
  const [timeZone, en, hi, mai] = await Promise.all([
    viewerTimeZone(),
    templatesIn("en"),
    templatesIn("hi"),
    templatesIn("mai"),
    orNotFound(portal.appReviews.get.fetch({ client_id })),
  ])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["AppReviews", "OauthApps", "Problems"]}>
        <ReviewView clientId={client_id} templates={{ en, hi, mai }} timeZone={timeZone} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default ReviewPage
