import { useTranslations } from "next-intl"
import { isRefused } from "@/app/(portal)/sandbox/posted"
import type { Failure } from "@/ui/api"
import { InputField } from "@/ui/field"

interface FaultFieldsProps {
  failure: Failure | null
  values: Record<string, string> | undefined
  /** The longest delay in seconds. */
  delayMax: string
}

/** How often a fault takes effect, and by how much it delays. */
export function FaultFields({ failure, values, delayMax }: FaultFieldsProps) {
  const t = useTranslations("Sandbox")
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <InputField
        label={t("times")}
        name="times"
        inputMode="numeric"
        defaultValue={values?.times ?? "1"}
        error={isRefused(failure, "times") ? t("error_times") : undefined}
      />
      <InputField
        label={t("delay")}
        name="delay"
        inputMode="decimal"
        defaultValue={values?.delay ?? ""}
        error={isRefused(failure, "delay_ms") ? t("error_delay", { max: delayMax }) : undefined}
      />
    </div>
  )
}
