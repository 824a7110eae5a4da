"use client"

import { useTranslations } from "next-intl"
import type { ReactNode } from "react"
import { INCIDENT_SEVERITIES, type IncidentSeverity } from "@/domain/status"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Dialog } from "@/ui/dialog"
import { DialogForm } from "@/ui/dialog-form"
import { useErrorMessage } from "@/ui/error-message"
import { SelectField } from "@/ui/field"
import { type FieldErrors, useFieldErrors } from "@/ui/field-errors"

interface IncidentDialogProps {
  title: string
  submit: string
  /** The mutation that `send` calls, as returned by useMutation. */
  mutation: { isPending: boolean; error: { message: string } | null; submittedAt: number }
  /** The message when the incident has changed since the page was loaded. */
  staleMessage: string
  send: (form: FormData) => void
  onClose: () => void
  children: (errors: FieldErrors) => ReactNode
}

/** A dialog with a form about an incident. */
export function IncidentDialog({
  title,
  submit,
  mutation,
  staleMessage,
  send,
  onClose,
  children,
}: IncidentDialogProps) {
  const errorMessage = useErrorMessage()
  const { errors, validate } = useFieldErrors()
  const onSubmit = (form: HTMLFormElement): void => {
    if (validate(form)) send(new FormData(form))
  }
  const failure = mutation.error && failureOf(mutation.error)
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm onSubmit={onSubmit} submit={submit} pending={mutation.isPending} onCancel={onClose}>
        {failure && (
          <Alert key={mutation.submittedAt}>
            {["invalid_state", "not_found"].includes(failure.code) ? staleMessage : errorMessage(failure)}
          </Alert>
        )}
        {children(errors)}
      </DialogForm>
    </Dialog>
  )
}

interface ChoicesProps<Value extends string> {
  label: string
  name: string
  values: readonly Value[]
  labelOf: (value: Value) => string
  value?: Value
  /** Whether it has the focus first. */
  first?: boolean
}

/** A choice of how severe an incident is. */
export function SeverityChoices({ value }: { value?: IncidentSeverity }) {
  const t = useTranslations("StaffIncidents")
  const incidents = useTranslations("Incidents")
  return (
    <Choices
      label={t("severity")}
      name="severity"
      values={INCIDENT_SEVERITIES}
      labelOf={(severity) => incidents(`severity_${severity}`)}
      {...(value && { value })}
    />
  )
}

/** A choice of a few values. */
export function Choices<Value extends string>({ label, name, values, labelOf, value, first }: ChoicesProps<Value>) {
  return (
    <SelectField label={label} name={name} defaultValue={value} {...(first && { "data-first": true })}>
      {values.map((each) => (
        <option key={each} value={each}>
          {labelOf(each)}
        </option>
      ))}
    </SelectField>
  )
}
