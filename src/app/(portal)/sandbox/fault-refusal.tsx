import { useTranslations } from "next-intl"
import { Alert } from "@/ui/alert"
import type { Failure } from "@/ui/api"
import { useErrorMessage } from "@/ui/error-message"

/** Says why a fault was not created. */
export function FaultRefusal({ failure }: { failure: Failure }) {
  const t = useTranslations("Sandbox")
  const errorMessage = useErrorMessage()
  if (failure.code === "validation_failed") return <Alert>{t("check_fault")}</Alert>
  if (failure.code === "invalid_state") return <Alert>{t("too_many_faults")}</Alert>
  return <Alert>{errorMessage(failure)}</Alert>
}
