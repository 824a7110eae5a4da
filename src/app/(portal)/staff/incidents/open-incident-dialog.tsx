"use client"

import { useTranslations } from "next-intl"
import { Choices, IncidentDialog, SeverityChoices } from "@/app/(portal)/staff/incidents/incident-dialog"
import { formText, TextFields, typedTexts } from "@/app/(portal)/staff/incidents/text-fields"
import { INCIDENT_SEVERITIES, STATUS_COMPONENTS } from "@/domain/status"
import { oneOf } from "@/ui/query-url"
import { trpc } from "@/ui/trpc"

/** Opens an incident on the status page. */
export function OpenIncidentDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const t = useTranslations("StaffIncidents")
  const components = useTranslations("StatusPage")
  const open = trpc.staffIncidents.open.useMutation({ onSuccess: onDone })
  return (
    <IncidentDialog
      title={t("open")}
      submit={t("open_submit")}
      mutation={open}
      staleMessage={t("already_resolved")}
      onClose={onClose}
      send={(form) =>
        open.mutate({
          component: oneOf(STATUS_COMPONENTS, formText(form, "component")) ?? "api",
          severity: oneOf(INCIDENT_SEVERITIES, formText(form, "severity")) ?? "minor",
          title: typedTexts(form, "title"),
          body: typedTexts(form, "body"),
        })
      }
    >
      {(errors) => (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <Choices label={t("component")} name="component" values={STATUS_COMPONENTS} labelOf={components} />
            <SeverityChoices />
          </div>
          <TextFields
            fields={[
              { kind: "title", name: "title" },
              { kind: "body", name: "body" },
            ]}
            errors={errors}
          />
        </>
      )}
    </IncidentDialog>
  )
}
