"use client"

import { useLocale, useTranslations } from "next-intl"
import { Choices, IncidentDialog, SeverityChoices } from "@/app/(portal)/staff/incidents/incident-dialog"
import { formText, TextFields, typedTexts } from "@/app/(portal)/staff/incidents/text-fields"
import { INCIDENT_SEVERITIES, INCIDENT_STATUSES, pickText } from "@/domain/status"
import type { PortalOutputs } from "@/ui/api"
import { oneOf } from "@/ui/query-url"
import { trpc } from "@/ui/trpc"

export interface ChangeIncidentProps {
  incident: PortalOutputs["staffIncidents"]["list"]["data"][number]
  onClose: () => void
  onDone: () => void
}

/** Adds an update to an incident, or resolves it. */
export function UpdateIncidentDialog({ incident, onClose, onDone }: ChangeIncidentProps) {
  const t = useTranslations("StaffIncidents")
  const incidents = useTranslations("Incidents")
  const locale = useLocale()
  const update = trpc.staffIncidents.update.useMutation({ onSuccess: onDone })
  return (
    <IncidentDialog
      title={pickText(incident.title, locale).text}
      submit={t("update")}
      mutation={update}
      staleMessage={t("already_resolved")}
      onClose={onClose}
      send={(form) =>
        update.mutate({
          id: incident.id,
          severity: oneOf(INCIDENT_SEVERITIES, formText(form, "severity")) ?? incident.severity,
          status: oneOf(INCIDENT_STATUSES, formText(form, "status")) ?? incident.status,
          body: typedTexts(form, "body"),
        })
      }
    >
      {(errors) => (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <Choices
              label={t("status")}
              name="status"
              values={INCIDENT_STATUSES}
              labelOf={incidents}
              value={incident.status}
              first
            />
            <SeverityChoices value={incident.severity} />
          </div>
          <TextFields fields={[{ kind: "body", name: "body" }]} errors={errors} />
        </>
      )}
    </IncidentDialog>
  )
}
