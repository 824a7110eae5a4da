import { useLocale, useTranslations } from "next-intl"
import { pluralValues } from "@/i18n/format"
import type { Failure } from "@/ui/api"

/** Formats how long to wait. */
export function useWaitFormat(): (seconds: number) => string {
  const t = useTranslations("Problems")
  const locale = useLocale()
  return (seconds) =>
    seconds < 90
      ? t("seconds", pluralValues(seconds, locale))
      : t("minutes", pluralValues(Math.ceil(seconds / 60), locale))
}

/** The message for a failed call, where the page has none of its own. */
export function useErrorMessage(): (failure: Failure) => string {
  const t = useTranslations("Problems")
  const wait = useWaitFormat()
  const locale = useLocale()
  return ({ code, message, retryAfter }) => {
    switch (code) {
      case "rate_limit_exceeded":
        return t("wait", { wait: wait(retryAfter ?? 60) })
      case "offline":
        return t("offline")
      case "authentication_required":
        return t("signed_out")
      case "email_not_verified":
        return t("email_not_verified")
      case "reauthentication_required":
        return t("reauthentication_required")
      case "second_factor_required":
        return t("second_factor_required")
      case "internal_error":
      case "unavailable":
        return t("unexpected")
    }
    // The server's message is more exact, but in English.
    if (locale === "en") return message
    switch (code) {
      case "not_found":
      case "invalid_state":
      case "validation_failed":
        return t(code)
      case "insufficient_scope":
      case "not_a_seller":
      case "live_key_required":
      case "ip_not_allowed":
        return t("not_allowed")
      default:
        return t("refused")
    }
  }
}
