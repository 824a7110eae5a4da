"use client"

import { useTranslations } from "next-intl"
import { NewSecret } from "@/ui/new-secret"

interface NewClientSecretProps {
  secret: string
  /** Whether it is an app's, not a test client's. */
  livemode: boolean
  onLeave: () => void
}

/** A client secret, which is shown only once. */
export function NewClientSecret({ secret, livemode, onLeave }: NewClientSecretProps) {
  const t = useTranslations("OauthApps")
  return (
    <NewSecret
      secret={secret}
      messages={{ title: t("new_title"), text: t("new_text"), label: t("secret"), copy: t("new_copy") }}
      livemode={livemode}
      onLeave={onLeave}
    />
  )
}
