"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { SuccessNotice, FOLD_CLASSES } from "@/app/(portal)/sandbox/success-notice"
import { FaultRefusal } from "@/app/(portal)/sandbox/fault-refusal"
import { FaultFields } from "@/app/(portal)/sandbox/fault-fields"
import { responseChoices, responseLabel } from "@/app/(portal)/sandbox/fault-response"
import { useCreateFault } from "@/app/(portal)/sandbox/use-create-fault"
import type { ProblemCode } from "@/domain/problem"
import { Button } from "@/ui/button"
import { SelectField } from "@/ui/field"

/** An operation of the API, and the errors that it can be made to return. */
export interface FaultOperation {
  operation: string
  codes: readonly ProblemCode[]
}

const FIRST_OPERATION = "listSellerOrders"
const DELAY_MAX_SECONDS = 10

/** Makes the next requests of an operation fail, or wait. */
export function OperationFaultForm({ operations }: { operations: readonly FaultOperation[] }) {
  const t = useTranslations("Sandbox")
  const { action, form, pending, values, data: created, failure, attempt } = useCreateFault()
  const [selected, setSelected] = useState(values?.operation ?? FIRST_OPERATION)
  const [response, setResponse] = useState(values?.response ?? "unavailable")
  const { usual, others } = responseChoices(operations.find(({ operation }) => operation === selected)?.codes ?? [])
  const failed = values?.event === undefined ? failure : null
  return (
    <details name="new-fault" open={failed !== null || undefined} className="min-w-0">
      <summary className={FOLD_CLASSES}>{t("add_operation")}</summary>
      <form action={action} {...form} className="mt-3 grid grid-cols-1 gap-4">
        {failed && <FaultRefusal key={attempt} failure={failed} />}
        <SelectField
          label={t("operation")}
          name="operation"
          value={selected}
          onChange={({ target }) => setSelected(target.value)}
        >
          {operations.map(({ operation }) => (
            <option key={operation}>{operation}</option>
          ))}
        </SelectField>
        <SelectField
          label={t("response")}
          name="response"
          value={response}
          onChange={({ target }) => setResponse(target.value)}
        >
          {usual.map((code) => (
            <option key={code} value={code}>
              {responseLabel(code)}
            </option>
          ))}
          <option value="late">{t("response_late")}</option>
          <optgroup label={t("response_others")}>
            {others.map((code) => (
              <option key={code} value={code}>
                {responseLabel(code)}
              </option>
            ))}
          </optgroup>
        </SelectField>
        <FaultFields failure={failed} values={values} delayMax={String(DELAY_MAX_SECONDS)} />
        <div>
          <Button type="submit" pending={pending}>
            {t("add_fault")}
          </Button>
          <div role="status">
            {created?.data.operation != null && (
              <SuccessNotice>{t("operation_added", { operation: created.data.operation })}</SuccessNotice>
            )}
          </div>
        </div>
      </form>
    </details>
  )
}
