"use client"

import { useLocale, useTranslations } from "next-intl"
import { useState } from "react"
import { ConfirmButton } from "@/app/(portal)/apps/confirm-button"
import { EditIncidentDialog } from "@/app/(portal)/staff/incidents/edit-incident-dialog"
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
export function IncidentsView({ timeZone }: { timeZone: ViewerTimeZone }) {
  const t = useTranslations("StaffIncidents")
  const refresh = useRefreshStaff()
  const [{ data: incidents }] = trpc.staffIncidents.list.useSuspenseQuery()
  const remove = trpc.staffIncidents.delete.useMutation()
  const [open, setOpen] = useState<{ dialog: "open" } | { dialog: "update" | "edit"; incident: Incident } | null>(null)
  const close = (): void => setOpen(null)
  const onDone = (): void => {
    close()
    void refresh()
  }
  const ordered = incidents.toSorted((a, b) => Number(a.resolved_at !== null) - Number(b.resolved_at !== null))
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")}>
        <Button variant="primary" onClick={() => setOpen({ dialog: "open" })}>
          {t("open")}
        </Button>
      </PageHeading>
      {ordered.length === 0 ? (
        <EmptyState sentence={t("empty")} action={<ButtonLink href="/status">{t("see")}</ButtonLink>} />
      ) : (
        <div className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
          {ordered.map((incident) => (
            <IncidentArticle key={incident.id} incident={incident} timeZone={timeZone} heading="h2">
              <IncidentActions
                incident={incident}
                onUpdate={() => setOpen({ dialog: "update", incident })}
                onEdit={() => setOpen({ dialog: "edit", incident })}
                remove={() => remove.mutateAsync({ id: incident.id })}
                onRemoved={() => void refresh()}
              />
            </IncidentArticle>
          ))}
        </div>
      )}
      {open?.dialog === "open" && <OpenIncidentDialog onClose={close} onDone={onDone} />}
      {open?.dialog === "update" && <UpdateIncidentDialog incident={open.incident} onClose={close} onDone={onDone} />}
      {open?.dialog === "edit" && <EditIncidentDialog incident={open.incident} onClose={close} onDone={onDone} />}
    </>
  )
}

interface IncidentActionsProps {
  incident: Incident
  onUpdate: () => void
  onEdit: () => void
  remove: () => Promise<unknown>
  onRemoved: () => void
}

/** What staff can do about an incident. */
function IncidentActions({ incident, onUpdate, onEdit, remove, onRemoved }: IncidentActionsProps) {
  const t = useTranslations("StaffIncidents")
  const locale = useLocale()
  const title = pickText(incident.title, locale).text
  return (
    <div className="flex flex-wrap gap-2">
      {incident.resolved_at === null && (
        <Button aria-label={t("update_of", { title })} onClick={onUpdate}>
          {t("update")}
        </Button>
      )}
      <Button variant="quiet" aria-label={t("edit_of", { title })} onClick={onEdit}>
        {t("edit")}
      </Button>
      <ConfirmButton
        look="quiet"
        label={t("delete")}
        named={t("delete_of", { title })}
        title={t("delete_title", { title })}
        text={t("delete_text")}
        submit={t("delete_submit")}
        staleMessage={t("changed")}
        act={remove}
        onDone={onRemoved}
      />
    </div>
  )
}
