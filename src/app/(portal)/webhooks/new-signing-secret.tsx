"use client"

import { useTranslations } from "next-intl"
import { NewSecret } from "@/ui/new-secret"

/** An endpoint's signing secret, which is shown only once. */
export function NewSigningSecret({
  secret,
  livemode,
  onLeave,
}: {
  secret: string
  livemode: boolean
  onLeave: () => void
}) {
  const t = useTranslations("Webhooks")
  return (
    <NewSecret
      secret={secret}
      messages={{ title: t("secret_title"), text: t("secret_text"), label: t("secret_label"), copy: t("secret_copy") }}
      livemode={livemode}
      onLeave={onLeave}
    />
  )
}
