import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import { DescriptionText } from "@/app/(site)/docs/description-text"
import { translateDescription } from "@/docs/descriptions"
import type { Operation } from "@/docs/operations"
import { type ProblemCode, PROBLEMS } from "@/domain/problem"

/** Every error code of an operation, with a link to its explanation. */
export function OperationErrors({ operation: { errors } }: { operation: Operation }) {
  const t = useTranslations("Docs")
  const locale = useLocale()
  return (
    <section aria-labelledby="errors" className="grid min-w-0 gap-3">
      <h2 id="errors" className="scroll-mt-6 font-semibold">
        {t("errors")}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {errors.flatMap(({ status, codes }) =>
          codes.map((code) => (
            <li key={code} className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 py-2 text-xs">
              <span className="font-mono text-muted">{status}</span>
              <span className="grid gap-0.5">
                <Link
                  lang="en"
                  href={`/docs/errors#${code}`}
                  prefetch={false}
                  className="w-fit font-mono font-semibold wrap-anywhere text-link hover:underline"
                >
                  {code}
                </Link>
                <span className="text-muted">
                  <DescriptionText {...translateDescription(PROBLEMS[code as ProblemCode]?.[1] ?? "", locale)} />
                </span>
              </span>
            </li>
          )),
        )}
      </ul>
    </section>
  )
}
