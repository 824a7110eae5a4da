import { useTranslations } from "next-intl"
import { DescriptionText, TextWithCode } from "@/app/(site)/docs/description-text"
import type { Field } from "@/docs/fields"
import { Badge } from "@/ui/badge"

interface FieldListProps {
  fields: readonly Field[]
  /** Whether to mark required fields: true for requests, false for responses. */
  sent?: boolean
}

/** Fields with their types and rules; nested fields can be expanded. */
export function FieldList({ fields, sent = false }: FieldListProps) {
  const t = useTranslations("Docs")
  return (
    <ul className="divide-y divide-line border-y border-line">
      {fields.map(({ name, type, required, deprecated, description, rules, fields: inner }) => (
        <li key={name} className="grid gap-1 py-2.5 text-sm">
          <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
            <span lang="en" className="font-mono text-xs font-semibold">
              {name}
            </span>
            <span className="text-xs text-muted">{type}</span>
            {sent && required && <span className="text-xs font-medium text-accent">{t("required")}</span>}
            {deprecated && <Badge tone="marigold">{t("deprecated_badge")}</Badge>}
            {!sent && !required && <span className="text-xs text-muted">{t("optional")}</span>}
          </p>
          {(description !== null || rules !== "") && (
            <p className="text-xs text-muted">
              {description !== null && <DescriptionText {...description} />} <TextWithCode text={rules} />
            </p>
          )}
          {inner.length > 0 && (
            /* The content of a list or an envelope is what most readers look for. */
            <details open={name === "data"}>
              <summary className="w-fit rounded py-1 text-xs text-link">{t("fields_of", { name })}</summary>
              <div className="mt-1 border-l-2 border-line pl-3">
                <FieldList fields={inner} sent={sent} />
              </div>
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}
