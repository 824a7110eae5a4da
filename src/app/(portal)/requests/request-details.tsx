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
import { ButtonLink } from "@/ui/button"
import { CodeBlock } from "@/ui/code-block"
import { CopyButton } from "@/ui/copy-button"
import { formatHeaders } from "@/ui/format-headers"
import { formatJson } from "@/ui/format-json"
import { Notice } from "@/ui/notice"

/** Everything that the log stores about one request. */
export function RequestDetails({
  request,
  timeZone,
  baseUrl,
}: {
  request: LoggedRequest
  timeZone: ViewerTimeZone
  baseUrl: string
}) {
  const t = useTranslations("Requests")
  const locale = useLocale()
  const { status, error_code, credential, query, request_headers, request_body, response_headers, response_body } =
    request
  const isComplete = response_headers !== null
  const credentialName = [credential.kind === "oauth" ? t("app") : null, credential.name ?? t("gone")]
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
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={toneOf(status)}>{String(status)}</Badge>
        {error_code !== null && <span className="font-mono text-sm wrap-anywhere">{error_code}</span>}
        {error_code !== null && (
          <ButtonLink href={`/docs/errors#${error_code}`} variant="quiet">
            {t("docs", { code: error_code })}
          </ButtonLink>
        )}
      </div>
      {failed && responseBody}
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        <Fact name={t("time")}>
          <time dateTime={request.created_at} title={request.created_at}>
            {formatSecond(request.created_at, locale, timeZone)}
          </time>
        </Fact>
        <Fact name={t("duration")}>{t("ms", { ms: formatNumber(request.duration_ms, locale) })}</Fact>
        <Fact name={t("request_id")} wide>
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-mono text-xs wrap-anywhere">{request.request_id}</span>
            <CopyButton text={request.request_id} variant="quiet" />
          </span>
        </Fact>
        <Fact name={t("credential")}>
          {credential.kind === "api_key" && credential.name !== null ? (
            <Link href={`/keys/${request.credential_id}`} prefetch={false} className="link">
              {credentialName}
            </Link>
          ) : (
            credentialName
          )}{" "}
          {credential.hint !== null && <span className="font-mono text-xs text-muted">{credential.hint}</span>}
        </Fact>
        <Fact name={t("scope")}>
          {request.scope === null ? t("scope_none") : <span className="font-mono text-xs">{request.scope}</span>}
        </Fact>
        {request.unknown_api_version !== null && (
          <Fact name="Api-Version" wide>
            <span className="flex flex-wrap items-center gap-2">
              <span className="font-mono text-xs wrap-anywhere">{request.unknown_api_version}</span>
              <Badge tone="marigold">{t("unknown_version")}</Badge>
            </span>
            <span className="text-muted">{t("unknown_version_note", { version: API_VERSION })}</span>
          </Fact>
        )}
        {request.ip !== null && (
          <Fact name={t("ip")}>
            <span className="font-mono text-xs">{request.ip}</span>
          </Fact>
        )}
        {request.user_agent !== null && (
          <Fact name={t("user_agent")}>
            <span className="font-mono text-xs wrap-anywhere">{request.user_agent}</span>
          </Fact>
        )}
      </dl>
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
        note={request_headers === null ? t("headers_gone") : t("authorization")}
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
      <DetailSection title={t("response_headers")} {...(!isComplete && { note: t("not_kept") })}>
        {response_headers !== null && (
          <CodeBlock label={t("response_headers")} code={formatHeaders(response_headers)} copyText={null} />
        )}
      </DetailSection>
      {!failed && responseBody}
      <p className="text-xs text-muted">{t("redacted_note")}</p>
    </>
  )
}

function Fact({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={`min-w-0 ${wide ? "sm:col-span-2" : ""}`}>
      <dt className="mb-0.5 text-xs text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
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
