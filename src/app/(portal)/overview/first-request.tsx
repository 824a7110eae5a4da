"use client"

import { useTranslations } from "next-intl"
import { useEffect, useRef } from "react"
import { firstRequest, masked } from "@/app/(portal)/keys/first-request"
import type { NewApiKey } from "@/features/api-keys/schema"
import { ButtonLink } from "@/ui/button"
import { CodeBlock } from "@/ui/code-block"

interface FirstRequestProps {
  /** The key that was created on this page, with its secret; null if it was created elsewhere. */
  created: NewApiKey | null
  received: boolean
  baseUrl: string
}

/** The command that sends a first request, until it has arrived. */
export function FirstRequest({ created, received, baseUrl }: FirstRequestProps) {
  const t = useTranslations("FirstSteps")
  const overview = useTranslations("Overview")
  const box = useRef<HTMLDivElement>(null)
  const isNew = created !== null
  useEffect(() => {
    // The form that had the focus is gone, and this is the next thing to press.
    if (isNew) box.current?.querySelector("button")?.focus()
  }, [isNew])

  if (received && !isNew) return null
  return (
    <div ref={box} className="grid gap-2">
      {!received && <p className="text-sm text-muted">{isNew ? t("request_text") : overview("step_request_text")}</p>}
      {created === null ? (
        <CodeBlock
          label={overview("step_request")}
          code={`curl ${baseUrl}/v1/me \\\n  -H "Authorization: Bearer $HAAT_KEY"`}
        />
      ) : (
        <CodeBlock
          label={overview("step_request")}
          code={firstRequest(baseUrl, created.key.scopes, masked(created.key.prefix, created.key.last_four))}
          copyText={firstRequest(baseUrl, created.key.scopes, created.secret)}
          copyLabel={t("request_copy")}
          copyVariant="primary"
        />
      )}
      {isNew && <p className="text-xs text-muted">{t("request_once")}</p>}
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="flex items-center gap-2 text-sm font-medium">
          <span aria-hidden="true" className="relative grid size-2.5">
            {!received && (
              <span className="absolute inset-0 rounded-full bg-marigold motion-safe:animate-ping motion-reduce:hidden" />
            )}
            <span className={`relative size-2.5 rounded-full ${received ? "bg-neem-ink" : "bg-marigold"}`} />
          </span>
          {t(received ? "received" : "waiting")}
        </p>
        {received && <ButtonLink href="/requests">{overview("step_request_action")}</ButtonLink>}
      </div>
    </div>
  )
}
