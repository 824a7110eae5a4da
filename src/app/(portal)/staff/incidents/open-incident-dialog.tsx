"use client"

import { useTranslations } from "next-intl"
import type { FormEvent } from "react"
import { formText, TextFields, typedTexts } from "@/app/(portal)/staff/incidents/text-fields"
import { INCIDENT_SEVERITIES, STATUS_COMPONENTS } from "@/domain/status"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { Dialog, DialogActions } from "@/ui/dialog"
import { useErrorMessage } from "@/ui/error-message"
import { SelectField } from "@/ui/field"
import { useFieldErrors } from "@/ui/field-errors"
import { oneOf } from "@/ui/query-url"
import { trpc } from "@/ui/trpc"

/** Opens an incident on the status page. */
export const OpenIncidentDialog = ({ onClose, onDone }: { onClose: () => void; onDone: () => void }) => {
  const t = useTranslations("StaffIncidents")
  const incidents = useTranslations("Incidents")
  const components = useTranslations("StatusPage")
  const common = useTranslations("Common")
  const errorMessage = useErrorMessage()
  const { errors, validate } = useFieldErrors()
  const open = trpc.staffIncidents.open.useMutation({ onSuccess: onDone })

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!validate(event.currentTarget)) return
    const form = new FormData(event.currentTarget)
    open.mutate({
      component: oneOf(STATUS_COMPONENTS, formText(form, "component")) ?? "api",
      severity: oneOf(INCIDENT_SEVERITIES, formText(form, "severity")) ?? "minor",
      title: typedTexts(form, "title"),
      body: typedTexts(form, "body"),
    })
  }

  return (
    <Dialog title={t("open")} onClose={onClose}>
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
        {open.error && <Alert key={open.submittedAt}>{errorMessage(failureOf(open.error))}</Alert>}
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField label={t("component")} name="component">
            {STATUS_COMPONENTS.map((component) => (
              <option key={component} value={component}>
                {components(component)}
              </option>
            ))}
          </SelectField>
          <SelectField label={t("severity")} name="severity">
            {INCIDENT_SEVERITIES.map((severity) => (
              <option key={severity} value={severity}>
                {incidents(`severity_${severity}`)}
              </option>
            ))}
          </SelectField>
        </div>
        <TextFields titled errors={errors} />
        <DialogActions>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button type="submit" variant="primary" pending={open.isPending}>
            {t("open_submit")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
