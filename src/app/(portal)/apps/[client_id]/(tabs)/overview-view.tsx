"use client"

import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { useEffect } from "react"
import { AppActions } from "@/app/(portal)/apps/[client_id]/(tabs)/app-actions"
import { AppState } from "@/app/(portal)/apps/[client_id]/(tabs)/app-state"
import { appTabPath } from "@/app/(portal)/apps/[client_id]/app-tab"
import { Credentials } from "@/app/(portal)/apps/[client_id]/credentials"
import { ReviewHistory } from "@/app/(portal)/apps/review-history"
import { VersionDetails } from "@/app/(portal)/apps/version-details"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { Section } from "@/ui/section"
import { trpc } from "@/ui/trpc"

interface OverviewViewProps {
  clientId: string
  timeZone: ViewerTimeZone
}

/** Where an app stands and what comes next, its credentials, and what users see of it. */
export function OverviewView({ clientId, timeZone }: OverviewViewProps) {
  const t = useTranslations("OauthApps")
  const router = useRouter()
  const [{ data: app }] = trpc.oauthApps.get.useSuspenseQuery({ client_id: clientId })
  const { live, open, reviews, type } = app

  // The endpoints were a part of this page.
  useEffect(() => {
    if (type === "confidential" && window.location.hash === "#webhooks")
      router.replace(appTabPath(clientId, "webhooks"))
  }, [router, clientId, type])

  return (
    <>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-80">
          <AppState app={app} />
        </div>
        <AppActions app={app} />
      </div>
      <Section title={t("credentials")}>
        <Credentials
          clientId={clientId}
          name={app.name}
          type={type}
          livemode
          secrets={app.secrets}
          timeZone={timeZone}
        />
      </Section>
      {open && (
        <Section wide title={t("details_open", { number: String(open.number) })}>
          <VersionDetails version={open} />
        </Section>
      )}
      {live && (
        <Section wide title={t("details_live")}>
          <VersionDetails version={live} />
        </Section>
      )}
      {reviews.length > 0 && (
        <Section title={t("history")}>
          <ReviewHistory
            timeZone={timeZone}
            reviews={reviews.map((review) => ({ ...review, by: t("version", { number: String(review.version) }) }))}
          />
        </Section>
      )}
    </>
  )
}
