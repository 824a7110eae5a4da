import { useTranslations } from "next-intl"
import { useWaitFormat } from "@/ui/error-message"
import { throttledSeconds } from "@/ui/session"

/** The message for next-auth's error text; "offline" if there was no response. */
export function useSignInErrorMessage(): (error: string) => string {
  const t = useTranslations("SignIn")
  const problems = useTranslations("Problems")
  const wait = useWaitFormat()
  return (error) => {
    const seconds = throttledSeconds(error)
    if (seconds !== null) return problems("wait", { wait: wait(seconds) })
    if (error === "CredentialsSignin") return t("wrong")
    if (error === "step_expired") return t("step_expired")
    return problems(error === "offline" ? "offline" : "unexpected")
  }
}
