"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { SuccessNotice, FOLD_CLASSES } from "@/app/(portal)/sandbox/success-notice"
import { FaultRefusal } from "@/app/(portal)/sandbox/fault-refusal"
import { FaultFields } from "@/app/(portal)/sandbox/fault-fields"
import { BEHAVIOURS } from "@/app/(portal)/sandbox/read-forms"
import { useCreateFault } from "@/app/(portal)/sandbox/use-create-fault"
import { WEBHOOK_EVENTS } from "@/domain/webhook-event"
import { Button } from "@/ui/button"
import { ChoiceField, SelectField } from "@/ui/field"

const DELAY_MAX_SECONDS = 86_400

/** Changes the next deliveries of an event. */
export function EventFaultForm() {
  const t = useTranslations("Sandbox")
  const { action, form, pending, values, data: created, failure, attempt } = useCreateFault()
  const [selected, setSelected] = useState(values?.event ?? "seller.order.updated")
  const [behaviour, setBehaviour] = useState(values?.behaviour ?? "duplicate")
  const failed = values !== undefined && values.event === undefined ? null : failure
  return (
    <details name="new-fault" open={failed !== null || undefined} className="min-w-0">
      <summary className={FOLD_CLASSES}>{t("add_event")}</summary>
      <form action={action} {...form} className="mt-3 grid grid-cols-1 gap-4">
        {failed && <FaultRefusal key={attempt} failure={failed} />}
        <SelectField
          label={t("event")}
          name="event"
          value={selected}
          onChange={({ target }) => setSelected(target.value)}
        >
          {WEBHOOK_EVENTS.map((event) => (
            <option key={event}>{event}</option>
          ))}
        </SelectField>
        <fieldset className="grid grid-cols-1 gap-2">
          <legend className="mb-2 text-sm font-medium">{t("behaviour")}</legend>
          {BEHAVIOURS.map((each) => (
            <ChoiceField
              key={each}
              type="radio"
              name="behaviour"
              value={each}
              checked={behaviour === each}
              onChange={() => setBehaviour(each)}
              label={t(`behaviour_${each}`)}
              hint={t(`behaviour_${each}_hint`)}
            />
          ))}
        </fieldset>
        <FaultFields failure={failed} values={values} delayMax={String(DELAY_MAX_SECONDS)} />
        <div>
          <Button type="submit" pending={pending}>
            {t("add_fault")}
          </Button>
          <div role="status">
            {created?.data.event != null && (
              <SuccessNotice>{t("event_added", { event: created.data.event })}</SuccessNotice>
            )}
          </div>
        </div>
      </form>
    </details>
  )
}
