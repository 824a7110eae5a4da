"use client"

import { useTranslations } from "next-intl"
import { Choices, IncidentDialog, SeverityChoices } from "@/app/(portal)/staff/incidents/incident-dialog"
import { formText, TextFields, typedTexts } from "@/app/(portal)/staff/incidents/text-fields"
import type { ChangeIncidentProps } from "@/app/(portal)/staff/incidents/update-incident-dialog"
import { INCIDENT_SEVERITIES, STATUS_COMPONENTS } from "@/domain/status"
import { oneOf } from "@/ui/query-url"
import { trpc } from "@/ui/trpc"

/** Corrects what an incident and its updates say. */
export function EditIncidentDialog({ incident, onClose, onDone }: ChangeIncidentProps) {
  const t = useTranslations("StaffIncidents")
  const incidents = useTranslations("Incidents")
  const components = useTranslations("StatusPage")
  const edit = trpc.staffIncidents.edit.useMutation({ onSuccess: onDone })
  return (
    <IncidentDialog
      title={t("edit_title")}
      submit={t("edit_submit")}
      mutation={edit}
      staleMessage={t("changed")}
      onClose={onClose}
      send={(form) =>
        edit.mutate({
          id: incident.id,
          component: oneOf(STATUS_COMPONENTS, formText(form, "component")) ?? incident.component,
          severity: oneOf(INCIDENT_SEVERITIES, formText(form, "severity")) ?? incident.severity,
          title: typedTexts(form, "title"),
          updates: incident.updates.map(({ id }) => ({ id, body: typedTexts(form, id) })),
        })
      }
    >
      {(errors) => (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <Choices
              label={t("component")}
              name="component"
              values={STATUS_COMPONENTS}
              labelOf={components}
              value={incident.component}
            />
            <SeverityChoices value={incident.severity} />
          </div>
          <TextFields fields={[{ kind: "title", name: "title", texts: incident.title }]} errors={errors} />
          {incident.updates.map(({ id, status, body }) => (
            <fieldset key={id} className="grid gap-4 border-t border-line pt-3">
              <legend className="pr-2 text-sm font-semibold">{incidents(status)}</legend>
              <TextFields fields={[{ kind: "body", name: id, texts: body }]} errors={errors} />
            </fieldset>
          ))}
        </>
      )}
    </IncidentDialog>
  )
}
