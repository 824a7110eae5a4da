import { useTranslations } from "next-intl"
import { useWait } from "@/ui/failure-words"

const THROTTLED = /^throttled:(\d+)$/

/** The message for next-auth's error text; "offline" if there was no response. */
export const useSignInRefusal = (): ((refusal: string) => string) => {
  const t = useTranslations("SignIn")
  const problems = useTranslations("Problems")
  const wait = useWait()
  return (refusal) => {
    const throttled = THROTTLED.exec(refusal)
    if (throttled) return problems("wait", { wait: wait(Number(throttled[1])) })
    if (refusal === "CredentialsSignin") return t("wrong")
    if (refusal === "step_gone") return t("step_gone")
    return problems(refusal === "offline" ? "offline" : "unexpected")
  }
}
