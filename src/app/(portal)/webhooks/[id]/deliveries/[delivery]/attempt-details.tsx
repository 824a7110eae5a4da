import { useLocale, useTranslations } from "next-intl"
import { errorMessageKey } from "@/app/(portal)/webhooks/message-keys"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { Attempt } from "@/webhooks/deliveries/schema"
import { formatNumber, formatSecond } from "@/i18n/format"
import { Badge } from "@/ui/badge"
import { CodeBlock } from "@/ui/code-block"
import { Disclosure } from "@/ui/disclosure"
import { formatHeaders } from "@/ui/format-headers"

function succeeded({ status_code, error }: Attempt): boolean {
  return error === null && status_code !== null && status_code >= 200 && status_code < 300
}

/** One attempt: the request and the response. */
export function AttemptDetails({
  attempt,
  open,
  timeZone,
}: {
  attempt: Attempt
  open: boolean
  timeZone: ViewerTimeZone
}) {
  const t = useTranslations("Webhooks")
  const locale = useLocale()
  const {
    number,
    trigger,
    url,
    request_headers,
    status_code,
    error,
    response_headers,
    response_body,
    duration_ms,
    created_at,
  } = attempt
  return (
    <li className="min-w-0">
      <Disclosure open={open} className="min-w-0">
        <summary className="rounded-lg px-3 py-1.5 text-sm hover:bg-sunken">
          <span className="inline-flex max-w-[calc(100%-1.5rem)] flex-wrap items-center gap-x-3 gap-y-1 align-middle">
            <span className="font-medium">{t("attempt", { number: formatNumber(number, locale) })}</span>
            <Badge tone={succeeded(attempt) ? "neem" : "danger"}>{status_code ?? t("no_response")}</Badge>
            <span className="text-muted tabular-nums">
              {[t(`trigger_${trigger}`), t("duration", { ms: formatNumber(duration_ms, locale) })].join(" · ")} ·{" "}
              <time dateTime={created_at}>{formatSecond(created_at, locale, timeZone)}</time>
            </span>
            {error !== null && <span className="text-danger-ink">{t(errorMessageKey(error))}</span>}
          </span>
        </summary>
        <div className="grid min-w-0 grid-cols-1 gap-4 border-t border-line p-3">
          <Part title={t("sent_to")} code={`POST ${url}`} />
          <Part title={t("request_headers")} code={formatHeaders(request_headers)} />
          {response_headers && <Part title={t("response_headers")} code={formatHeaders(response_headers)} />}
          {status_code !== null &&
            (response_body ? (
              <Part title={t("response_body")} code={response_body} />
            ) : (
              <p className="text-sm text-muted">{t("response_empty")}</p>
            ))}
        </div>
      </Disclosure>
    </li>
  )
}

function Part({ title, code }: { title: string; code: string }) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1">
      <h3 className="text-xs text-muted">{title}</h3>
      <div className="relative max-h-72 overflow-y-auto">
        <CodeBlock label={title} code={code} />
      </div>
    </div>
  )
}
