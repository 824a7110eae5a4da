import { useTranslations } from "next-intl"
import { REVIEW_CHECKS } from "@/domain/oauth-app"
import type { CheckFinding } from "@/features/oauth-apps/reviews/schema"
import { Badge } from "@/ui/badge"

/** The findings of the automatic checks, check by check. */
export function Checks({ findings }: { findings: readonly CheckFinding[] }) {
  const t = useTranslations("AppReviews")
  return (
    <dl className="grid gap-4 text-sm md:grid-cols-3 md:gap-x-8">
      {REVIEW_CHECKS.map((check) => {
        const found = findings.filter((finding) => finding.check === check)
        const worst = found.some(({ level }) => level === "problem") ? "danger" : found.length > 0 ? "marigold" : "neem"
        return (
          <div key={check} className="min-w-0">
            <dt className="mb-1.5 flex flex-wrap items-center gap-2 font-medium">
              {t(`check_${check}`)}{" "}
              <Badge tone={worst}>{found.length === 0 ? t("no_issues") : String(found.length)}</Badge>
            </dt>
            <dd>
              <ul className="grid gap-1">
                {found.map(({ code, level, subject }) => (
                  <li
                    key={`${code} ${subject}`}
                    className={`wrap-anywhere ${level === "problem" ? "text-danger-ink" : ""}`}
                  >
                    {t(code, { subject })}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
