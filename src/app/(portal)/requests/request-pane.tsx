import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import type { ReactNode } from "react"
import { toCurl, missingParts } from "@/app/(portal)/requests/curl"
import { toneOf } from "@/app/(portal)/requests/status-tone"
import { API_VERSION } from "@/domain/api-version"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { LoggedRequest } from "@/features/requests/schema"
import { formatNumber, formatSecond } from "@/i18n/format"
import { Badge } from "@/ui/badge"
import { CodeBlock } from "@/ui/code-block"
import { CopyButton } from "@/ui/copy-button"
import { formatHeaders } from "@/ui/format-headers"
import { formatJson } from "@/ui/format-json"
import { Notice } from "@/ui/notice"
import type { PaneLinks } from "@/ui/table/pane-links"
import { PaneDetail, PaneDetails, RowPane } from "@/ui/table/row-pane"

interface RequestPaneProps {
  request: LoggedRequest
  links: PaneLinks
  timeZone: ViewerTimeZone
  baseUrl: string
}

/** Everything that the log stores about one request. */
export function RequestPane({ request, links, timeZone, baseUrl }: RequestPaneProps) {
  const t = useTranslations("Requests")
  const locale = useLocale()
  const { status, error_code, credential, query, request_headers, request_body, response_headers, response_body } =
    request
  const isComplete = response_headers !== null
  const credentialName = [credential.kind === "oauth" ? t("app") : null, credential.name ?? t("deleted")]
    .filter(Boolean)
    .join(": ")
  const curl = toCurl(request, baseUrl)
  const responseBody = isComplete && (
    <DetailSection title={t("response_body")} {...(response_body === null && { note: t("no_body") })}>
      {response_body !== null && <CodeBlock json label={t("response_body")} code={formatJson(response_body)} />}
    </DetailSection>
  )
  // A failure's body says why, so it comes first.
  const failed = status >= 400
  return (
    <RowPane
      id={request.id}
      title={
        <span className="min-w-0">
          <span className="mr-2 font-mono text-sm">
            {request.method} {request.path}
          </span>
          <Badge tone={toneOf(status)}>{String(status)}</Badge>
        </span>
      }
      links={links}
    >
      {error_code !== null && (
        <p className="text-sm wrap-anywhere">
          <Link href={`/docs/errors#${error_code}`} className="link">
            {t("docs", { code: error_code })}
          </Link>
        </p>
      )}
      {failed && responseBody}
      <PaneDetails>
        <PaneDetail name={t("time")}>
          <time dateTime={request.created_at} title={request.created_at}>
            {formatSecond(request.created_at, locale, timeZone)}
          </time>
        </PaneDetail>
        <PaneDetail name={t("duration")}>{t("ms", { ms: formatNumber(request.duration_ms, locale) })}</PaneDetail>
        <PaneDetail name={t("request_id")}>
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="font-mono text-xs wrap-anywhere">{request.request_id}</span>
            {/* Its text is where another line begins. */}
            <span className="-my-2 -ml-4">
              <CopyButton text={request.request_id} variant="quiet" />
            </span>
          </span>
        </PaneDetail>
        <PaneDetail name={t("credential")}>
          {credential.kind === "api_key" && credential.name !== null ? (
            <Link href={`/keys/${request.credential_id}`} prefetch={false} className="link">
              {credentialName}
            </Link>
          ) : (
            credentialName
          )}{" "}
          {credential.hint !== null && <span className="font-mono text-xs text-muted">{credential.hint}</span>}
        </PaneDetail>
        <PaneDetail name={t("scope")}>
          {request.scope === null ? t("scope_none") : <span className="font-mono text-xs">{request.scope}</span>}
        </PaneDetail>
        {request.unknown_api_version !== null && (
          <PaneDetail name="Api-Version">
            <span className="flex flex-wrap items-center gap-2">
              <span className="font-mono text-xs wrap-anywhere">{request.unknown_api_version}</span>
              <Badge tone="marigold">{t("unknown_version")}</Badge>
            </span>
            <span className="text-muted">{t("unknown_version_note", { version: API_VERSION })}</span>
          </PaneDetail>
        )}
        {request.ip !== null && (
          <PaneDetail name={t("ip")}>
            <span className="font-mono text-xs">{request.ip}</span>
          </PaneDetail>
        )}
        {request.user_agent !== null && (
          <PaneDetail name={t("user_agent")}>
            <span className="font-mono text-xs wrap-anywhere">{request.user_agent}</span>
          </PaneDetail>
        )}
      </PaneDetails>
      <DetailSection title={t("curl")} note={t("curl_note")}>
        {missingParts(request).map((what) => (
          <Notice key={what} tone="warning">
            {t(`curl_${what}`)}
          </Notice>
        ))}
        <CodeBlock label={t("curl")} code={curl} />
      </DetailSection>
      {query !== null && (
        <DetailSection title={t("query")}>
          <CodeBlock
            label={t("query")}
            code={[...new URLSearchParams(query)].map(([name, value]) => `${name} = ${value}`).join("\n")}
            copyText={null}
          />
        </DetailSection>
      )}
      <DetailSection
        title={t("request_headers")}
        note={request_headers === null ? t("headers_not_stored") : t("authorization")}
      >
        {request_headers !== null && Object.keys(request_headers).length > 0 && (
          <CodeBlock label={t("request_headers")} code={formatHeaders(request_headers)} copyText={null} />
        )}
      </DetailSection>
      {(isComplete || request_body !== null) && (
        <DetailSection title={t("request_body")} {...(request_body === null && { note: t("no_body") })}>
          {request_body !== null && <CodeBlock json label={t("request_body")} code={formatJson(request_body)} />}
        </DetailSection>
      )}
      <DetailSection title={t("response_headers")} {...(!isComplete && { note: t("body_not_stored") })}>
        {response_headers !== null && (
          <CodeBlock label={t("response_headers")} code={formatHeaders(response_headers)} copyText={null} />
        )}
      </DetailSection>
      {!failed && responseBody}
      <p className="text-xs text-muted">{t("redacted_note")}</p>
    </RowPane>
  )
}

function DetailSection({ title, note, children }: { title: string; note?: string; children?: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-2">
      <h3 className="text-sm font-semibold">{title}</h3>
      {children}
      {note !== undefined && <p className="text-xs text-muted">{note}</p>}
    </section>
  )
}
