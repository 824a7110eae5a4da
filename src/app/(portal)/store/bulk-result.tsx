"use client"

import { useLocale, useTranslations } from "next-intl"
import { pluralValues } from "@/i18n/format"
import { Notice } from "@/ui/notice"

interface BulkResultProps {
  results: readonly { id: string | null; error?: { code: string; message: string } | undefined }[]
  /** How many orders took the step, and what follows from it. */
  done: (count: ReturnType<typeof pluralValues>) => { title: string; text?: string }
  /** How many did not. */
  failed: (count: ReturnType<typeof pluralValues>) => string
  /** Why an order did not take it that has changed meanwhile. */
  changed: string
}

/** How many orders took a step, and which did not, and why. */
export function BulkResult({ results, done, failed, changed }: BulkResultProps) {
  const t = useTranslations("BulkOrders")
  const locale = useLocale()
  const errors = results.filter(({ error }) => error)
  const { title, text } = done(pluralValues(results.length - errors.length, locale))
  const failedTitle = failed(pluralValues(errors.length, locale))
  return (
    <>
      {errors.length < results.length && (
        <Notice tone="good" title={title}>
          {text !== undefined && <p>{text}</p>}
        </Notice>
      )}
      {errors.length > 0 && (
        <Notice tone="danger" title={failedTitle}>
          <div tabIndex={0} role="group" aria-label={failedTitle} className="max-h-48 overflow-y-auto">
            <ul className="grid gap-1">
              {errors.map(({ id, error }) => (
                <li key={id}>
                  <strong className="font-medium">{id}</strong>:{" "}
                  {error?.code === "not_found"
                    ? t("not_found")
                    : error?.code === "invalid_state"
                      ? changed
                      : error?.message}
                </li>
              ))}
            </ul>
          </div>
        </Notice>
      )}
    </>
  )
}
