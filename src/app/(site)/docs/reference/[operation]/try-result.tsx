"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import { formatNumber } from "@/i18n/format"
import { Badge } from "@/ui/badge"
import { formatJson } from "@/ui/format-json"

export interface TryResponse {
  /** "GET /v1/me" */
  url: string
  /** Null if there was no response. */
  status: number | null
  headers: [string, string][]
  text: string
  ms: number
}

const SHOWN_HEADERS =
  /^(x-request-id|x-ratelimit-|retry-after|idempotent-replayed|etag|link|api-version|content-type|location)/

function codeIn(text: string): string | null {
  return /^\{"error":\{"code":"(\w+)"/.exec(text)?.[1] ?? null
}

/** The API's response: status, headers and body; an error links to its explanation. */
export function TryResult({ response }: { response: TryResponse | null }) {
  const t = useTranslations("DocsTry")
  const locale = useLocale()
  const code = response && codeIn(response.text)
  return (
    <div className="grid min-w-0 gap-2">
      <p role="status" className="flex flex-wrap items-center gap-2 text-sm">
        {response && (
          <>
            {response.status === null ? (
              t("no_response")
            ) : (
              <>
                <Badge tone={response.status < 400 ? "neem" : "danger"}>{response.status}</Badge>
                <span className="text-muted">{t("duration", { ms: formatNumber(response.ms, locale) })}</span>
              </>
            )}
          </>
        )}
      </p>
      {response && (
        <p lang="en" className="font-mono text-xs wrap-anywhere text-muted">
          {response.url}
        </p>
      )}
      {code && (
        <p className="text-sm">
          <Link href={`/docs/errors#${code}`} prefetch={false} className="link">
            {t("explained", { code })}
          </Link>
        </p>
      )}
      {response && response.text !== "" && (
        <pre
          tabIndex={0}
          role="group"
          aria-label={t("response")}
          lang="en"
          className="max-h-96 overflow-auto rounded-lg border border-line bg-sunken px-4 py-3 font-mono text-xs"
        >
          <code>{formatJson(response.text)}</code>
        </pre>
      )}
      {response && response.headers.length > 0 && (
        <details>
          <summary className="w-fit rounded py-1 text-sm text-link">{t("headers")}</summary>
          <dl lang="en" className="mt-1 grid gap-x-3 gap-y-0.5 font-mono text-xs">
            {response.headers
              .filter(([name]) => SHOWN_HEADERS.test(name))
              .map(([name, value]) => (
                <div key={name} className="wrap-anywhere">
                  <dt className="inline text-muted">{name}: </dt>
                  <dd className="inline">{value}</dd>
                </div>
              ))}
          </dl>
        </details>
      )}
    </div>
  )
}
