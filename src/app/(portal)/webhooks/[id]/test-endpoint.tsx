"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import { useId, useState } from "react"
import { useWebhooksOwner } from "@/app/(portal)/webhooks/owner-context"
import { useRefreshWebhooks } from "@/app/(portal)/webhooks/use-refresh-webhooks"
import { errorMessageKey } from "@/app/(portal)/webhooks/message-keys"
import type { WebhookEvent } from "@/domain/webhook-event"
import type { TestResult, WebhookEndpoint } from "@/webhooks/endpoints/schema"
import { formatNumber } from "@/i18n/format"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { ModeBadge } from "@/ui/badge"
import { Button } from "@/ui/button"
import { CodeBlock } from "@/ui/code-block"
import { useErrorMessage } from "@/ui/error-message"
import { INPUT_CLASSES } from "@/ui/field"
import { formatHeaders } from "@/ui/format-headers"
import { Notice } from "@/ui/notice"
import { trpc } from "@/ui/trpc"

/** Sends a test event of the chosen type, and shows the response when it arrives. */
export function TestEndpoint({ endpoint: { id, status, livemode } }: { endpoint: WebhookEndpoint }) {
  const t = useTranslations("Webhooks")
  const errorMessage = useErrorMessage()
  const { events } = useWebhooksOwner()
  const [type, setType] = useState<WebhookEvent>("ping")
  const test = trpc.webhookEndpoints.test.useMutation({ onSuccess: useRefreshWebhooks() })
  const failure = test.error && failureOf(test.error)
  const label = useId()
  return (
    <section aria-label={t("test_title")} className="grid min-w-0 grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          variant={status === "enabled" ? "primary" : "secondary"}
          onClick={() => test.mutate({ id, type })}
          pending={test.isPending}
        >
          {t("test")}
        </Button>
        <label htmlFor={label} className="sr-only">
          {t("test_type")}
        </label>
        <select
          id={label}
          value={type}
          onChange={({ target }) => setType(events.find((each) => each === target.value) ?? "ping")}
          lang="en"
          className={`${INPUT_CLASSES} max-w-64 min-w-0 flex-1 sm:min-h-10 sm:py-1 sm:text-sm`}
        >
          {["ping" as const, ...events].map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
        <ModeBadge livemode={livemode} />
        <p className="text-xs text-muted">{t("test_lead")}</p>
      </div>
      {failure && (
        <Alert key={test.submittedAt}>{failure.code === "not_found" ? t("stale") : errorMessage(failure)}</Alert>
      )}
      <div role="status" className="grid min-w-0 grid-cols-1 gap-3 empty:hidden">
        {test.isPending && <p className="text-sm text-muted">{t("testing")}</p>}
        {!test.isPending && test.data && <TestResponse endpoint={id} result={test.data.data} />}
      </div>
    </section>
  )
}

function TestResponse({
  endpoint,
  result: { delivery_id, delivered, status_code, error, response_headers, response_body, duration_ms },
}: {
  endpoint: string
  result: TestResult
}) {
  const t = useTranslations("Webhooks")
  const { path } = useWebhooksOwner()
  const locale = useLocale()
  const facts = { status: String(status_code), ms: formatNumber(duration_ms, locale) }
  return (
    <>
      <Notice tone={delivered ? "good" : "danger"}>
        <p>
          {delivered
            ? t("test_delivered", facts)
            : error === null
              ? t("test_refused", facts)
              : t(status_code === null ? "test_failed" : "test_incomplete", {
                  ...facts,
                  reason: t(errorMessageKey(error)),
                })}
        </p>
        <Link href={`${path}/${endpoint}/deliveries/${delivery_id}`} className="w-fit underline underline-offset-3">
          {t("to_delivery")}
        </Link>
      </Notice>
      {response_headers !== null && (
        <details>
          <summary className="w-fit rounded py-1 text-sm text-link">{t("response_headers")}</summary>
          <div className="relative mt-2 max-h-72 overflow-y-auto">
            <CodeBlock label={t("response_headers")} code={formatHeaders(response_headers)} />
          </div>
        </details>
      )}
      {response_body ? (
        <div className="relative max-h-72 overflow-y-auto">
          <CodeBlock json label={t("test_response")} code={response_body} />
        </div>
      ) : (
        status_code !== null && <p className="text-sm text-muted">{t("response_empty")}</p>
      )}
    </>
  )
}
