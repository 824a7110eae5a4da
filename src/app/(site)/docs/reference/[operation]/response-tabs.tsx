import { useLocale, useTranslations } from "next-intl"
import { Code } from "@/app/(site)/docs/code"
import { DescriptionText } from "@/app/(site)/docs/description-text"
import { Tabs } from "@/app/(site)/docs/tabs"
import { translateDescription } from "@/docs/descriptions"
import type { Operation } from "@/docs/operations"
import { env } from "@/platform/env"
import { CopyButton } from "@/ui/copy-button"

/** An example of each response, by status: the success, and every error code. */
export function ResponseTabs({ operation: { success, stream, errors } }: { operation: Operation }) {
  const t = useTranslations("Docs")
  const locale = useLocale()
  const label = (status: number, code?: string): string => [t("responses"), status, code].filter(Boolean).join(", ")
  const body = stream ? String(success.example) : JSON.stringify(success.example, null, 2)
  const successTab = {
    value: String(success.status),
    label: String(success.status),
    ...((stream || success.schema) && { action: <CopyButton text={body} variant="quiet" /> }),
    content:
      stream || success.schema ? (
        <Code label={label(success.status)} language={stream ? "http" : "json"} code={body} bare />
      ) : (
        <p className="px-4 py-3 text-sm text-muted">{t("no_body")}</p>
      ),
  }
  return (
    <Tabs
      legend={t("responses")}
      tabs={[
        successTab,
        ...errors.map(({ status, description, examples }) => ({
          value: String(status),
          label: String(status),
          content: (
            <div>
              <p className="px-4 pt-3 pb-2 text-xs text-muted">
                <DescriptionText {...translateDescription(description, locale)} />
              </p>
              {examples.map(({ code, body: error }, index) => (
                <details key={code} name={`error-${status}`} open={index === 0} className="border-t border-line">
                  <summary lang="en" className="px-4 py-2 font-mono text-xs font-semibold">
                    {code}
                  </summary>
                  <Code label={label(status, code)} language="json" code={errorText(error)} bare />
                </details>
              ))}
            </div>
          ),
        })),
      ]}
    />
  )
}

/** The documentation of an error is on this server. */
function errorText(error: unknown): string {
  return JSON.stringify(error, null, 2).replaceAll("https://haat.example/", `${env.appUrl}/`)
}
