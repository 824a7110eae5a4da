import { useTranslations } from "next-intl"
import type { OauthApp } from "@/features/oauth-apps/schema"
import { Notice, type NoticeTone } from "@/ui/notice"

const TONES: Record<OauthApp["status"], NoticeTone> = {
  draft: "info",
  in_review: "info",
  changes_requested: "warning",
  approved: "good",
  suspended: "danger",
}

/** An app's status, the reviewer's message, and the fields that are still missing. */
export function AppState({ app: { status, update, missing, reviews } }: { app: OauthApp }) {
  const t = useTranslations("OauthApps")
  const [last] = reviews
  const openUpdate = status === "suspended" || update === null || update === "approved" ? null : update
  const showsReview = status === "suspended" || (openUpdate ?? status) === "changes_requested"
  return (
    <Notice tone={openUpdate === "changes_requested" ? "warning" : openUpdate === null ? TONES[status] : "info"}>
      <p className="font-medium">{t(openUpdate === null ? `state_${status}` : `state_update_${openUpdate}`)}</p>
      {showsReview && last && (
        <div className="mt-1">
          <p>{t("reviewer_message")}</p>
          <blockquote className="mt-1 max-w-prose border-l-2 border-current pl-3 whitespace-pre-line wrap-anywhere">
            {last.message}
          </blockquote>
        </div>
      )}
      {missing.length > 0 && status !== "suspended" && <MissingFields fields={missing} />}
    </Notice>
  )
}

const REASON_PREFIX = "scope_reasons."
const FIELD_MESSAGE_KEYS = {
  description: "description",
  homepage_url: "homepage",
  privacy_url: "privacy",
  redirect_uris: "redirects",
  scopes: "scopes",
} as const

function MissingFields({ fields }: { fields: readonly string[] }) {
  const t = useTranslations("OauthApps")
  return (
    <div className="mt-1">
      <p>{t("missing")}</p>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {fields.map((field) => (
          <li key={field} className="font-medium">
            {field.startsWith(REASON_PREFIX)
              ? t("reason_for", { scope: field.slice(REASON_PREFIX.length) })
              : field in FIELD_MESSAGE_KEYS
                ? t(FIELD_MESSAGE_KEYS[field as keyof typeof FIELD_MESSAGE_KEYS])
                : field}
          </li>
        ))}
      </ul>
    </div>
  )
}
