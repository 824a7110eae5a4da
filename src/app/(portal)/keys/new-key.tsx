"use client"

import { useTranslations } from "next-intl"
import { firstRequest, masked } from "@/app/(portal)/keys/first-request"
import type { NewApiKey } from "@/features/api-keys/schema"
import { CodeBlock } from "@/ui/code-block"
import { NewSecret } from "@/ui/new-secret"

/** A key, which is shown only once, with a request to try it. */
export function NewKey({
  created: { key, secret },
  baseUrl,
  onLeave,
}: {
  created: NewApiKey
  baseUrl: string
  onLeave: () => void
}) {
  const t = useTranslations("Keys")
  return (
    <NewSecret
      secret={secret}
      messages={{ title: t("secret_title"), text: t("secret_text"), label: t("secret_label"), copy: t("secret_copy") }}
      livemode={key.mode === "live"}
      onLeave={onLeave}
    >
      <div className="grid gap-2">
        <p className="text-sm font-medium">{t("curl_label")}</p>
        <CodeBlock
          label={t("curl_label")}
          code={firstRequest(baseUrl, key.scopes, masked(key.prefix, key.last_four))}
          copyText={firstRequest(baseUrl, key.scopes, secret)}
          copyLabel={t("curl_copy")}
        />
        <p className="text-xs text-muted">{t("curl_note")}</p>
      </div>
    </NewSecret>
  )
}
