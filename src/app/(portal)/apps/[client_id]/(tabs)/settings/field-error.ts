import { useTranslations } from "next-intl"
import type { FieldProblem } from "@/app/(portal)/apps/[client_id]/(tabs)/settings/read-app-form"
import { APP_NAME_MAX } from "@/domain/oauth-app"

/** Returns the message for what is wrong with a field. */
export function useFieldError(): (problem: FieldProblem | undefined) => string | undefined {
  const t = useTranslations("OauthApps")
  const problems = useTranslations("Problems")
  return (problem) => {
    if (problem === undefined) return undefined
    if (typeof problem === "object") return t("uri_line", { uri: problem.uri, problem: t(`uri_${problem.problem}`) })
    const messages = {
      required: problems("required"),
      https: t("https"),
      many: t("uri_many"),
      name: t("name_bad"),
      long: problems("too_long", { max: String(APP_NAME_MAX) }),
      logo: t("logo_bad"),
    }
    return messages[problem]
  }
}
