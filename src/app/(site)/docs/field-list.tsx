import { useTranslations } from "next-intl"
import { Fragment } from "react"
import { type Field, toSentence } from "@/docs/fields"
import { Badge } from "@/ui/badge"

/** Text in backquotes is shown as code. */
function TextWithCode({ text }: { text: string }) {
  return text.split(/`([^`]+)`/).map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} className="font-mono wrap-anywhere text-ink">
        {part}
      </code>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  )
}

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
            <span lang="en" className="text-xs text-muted">
              {type}
            </span>
            {sent && required && <span className="text-xs font-medium text-accent">{t("required")}</span>}
            {deprecated && <Badge tone="marigold">{t("deprecated_badge")}</Badge>}
            {!sent && !required && <span className="text-xs text-muted">{t("optional")}</span>}
          </p>
          {(description !== "" || rules.length > 0) && (
            <p lang="en" className="text-xs text-muted">
              <TextWithCode text={[description, toSentence(rules)].filter(Boolean).join(" ")} />
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
