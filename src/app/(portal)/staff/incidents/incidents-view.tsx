"use client"

import { useLocale, useTranslations } from "next-intl"
import { useState } from "react"
import { OpenIncidentDialog } from "@/app/(portal)/staff/incidents/open-incident-dialog"
import { UpdateIncidentDialog } from "@/app/(portal)/staff/incidents/update-incident-dialog"
import { useRefreshStaff } from "@/app/(portal)/staff/use-refresh-staff"
import { IncidentArticle } from "@/app/incident-article"
import { pickText } from "@/domain/status"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { PortalOutputs } from "@/ui/api"
import { Button, ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"
import { trpc } from "@/ui/trpc"

type Incident = PortalOutputs["staffIncidents"]["list"]["data"][number]

/** The incidents of the status page, with what staff can do about each. */
export function IncidentsView({ clock, baseUrl }: { clock: ViewerTimeZone; baseUrl: string }) {
  const t = useTranslations("StaffIncidents")
  const locale = useLocale()
  const refresh = useRefreshStaff()
  const [{ data: incidents }] = trpc.staffIncidents.list.useSuspenseQuery()
  const [edited, setEdited] = useState<Incident | "new" | null>(null)
  const close = (): void => setEdited(null)
  const onDone = (): void => {
    close()
    void refresh()
  }
  const ordered = incidents.toSorted((a, b) => Number(a.resolved_at !== null) - Number(b.resolved_at !== null))
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")}>
        <Button variant="primary" onClick={() => setEdited("new")}>
          {t("open")}
        </Button>
      </PageHeading>
      {ordered.length === 0 ? (
        <EmptyState
          sentence={t("empty")}
          action={<ButtonLink href="/status">{t("see")}</ButtonLink>}
          note={t("empty_note")}
          snippet={`${baseUrl}/status`}
        />
      ) : (
        <div className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
          {ordered.map((incident) => (
            <IncidentArticle key={incident.id} incident={incident} clock={clock} heading="h2">
              {incident.resolved_at === null && (
                <Button
                  aria-label={t("update_of", { title: pickText(incident.title, locale).text })}
                  onClick={() => setEdited(incident)}
                >
                  {t("update")}
                </Button>
              )}
            </IncidentArticle>
          ))}
        </div>
      )}
      {edited === "new" ? (
        <OpenIncidentDialog onClose={close} onDone={onDone} />
      ) : (
        edited !== null && <UpdateIncidentDialog incident={edited} onClose={close} onDone={onDone} />
      )}
    </>
  )
}
