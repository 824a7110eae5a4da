"use client"

import { useLocale, useTranslations } from "next-intl"
import type { FormEvent } from "react"
import { formText, TextFields, typedTexts } from "@/app/(portal)/staff/incidents/text-fields"
import { INCIDENT_SEVERITIES, INCIDENT_STATUSES, pickText } from "@/domain/status"
import { Alert } from "@/ui/alert"
import { failureOf, type PortalOutputs } from "@/ui/api"
import { Button } from "@/ui/button"
import { Dialog, DialogActions } from "@/ui/dialog"
import { useErrorMessage } from "@/ui/error-message"
import { SelectField } from "@/ui/field"
import { useFieldErrors } from "@/ui/field-errors"
import { oneOf } from "@/ui/query-url"
import { trpc } from "@/ui/trpc"

interface UpdateIncidentDialogProps {
  incident: PortalOutputs["staffIncidents"]["list"]["data"][number]
  onClose: () => void
  onDone: () => void
}

/** Adds an update to an incident, or resolves it. */
export const UpdateIncidentDialog = ({ incident, onClose, onDone }: UpdateIncidentDialogProps) => {
  const t = useTranslations("StaffIncidents")
  const incidents = useTranslations("Incidents")
  const common = useTranslations("Common")
  const locale = useLocale()
  const errorMessage = useErrorMessage()
  const { errors, validate } = useFieldErrors()
  const update = trpc.staffIncidents.update.useMutation({ onSuccess: onDone })

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!validate(event.currentTarget)) return
    const form = new FormData(event.currentTarget)
    update.mutate({
      id: incident.id,
      severity: oneOf(INCIDENT_SEVERITIES, formText(form, "severity")) ?? incident.severity,
      status: oneOf(INCIDENT_STATUSES, formText(form, "status")) ?? incident.status,
      body: typedTexts(form, "body"),
    })
  }

  const failure = update.error && failureOf(update.error)
  return (
    <Dialog title={pickText(incident.title, locale).text} onClose={onClose}>
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
        {failure && (
          <Alert key={update.submittedAt}>{failure.code === "invalid_state" ? t("gone") : errorMessage(failure)}</Alert>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField label={t("status")} name="status" defaultValue={incident.status} data-first>
            {INCIDENT_STATUSES.map((status) => (
              <option key={status} value={status}>
                {incidents(status)}
              </option>
            ))}
          </SelectField>
          <SelectField label={t("severity")} name="severity" defaultValue={incident.severity}>
            {INCIDENT_SEVERITIES.map((severity) => (
              <option key={severity} value={severity}>
                {incidents(`severity_${severity}`)}
              </option>
            ))}
          </SelectField>
        </div>
        <TextFields errors={errors} />
        <DialogActions>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button type="submit" variant="primary" pending={update.isPending}>
            {t("update")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
