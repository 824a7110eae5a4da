"use client"

import { useTranslations } from "next-intl"
import { NewSecret } from "@/ui/new-secret"

/** A client secret, which is shown only once. */
export function NewClientSecret({ secret, onLeave }: { secret: string; onLeave: () => void }) {
  const t = useTranslations("OauthApps")
  return (
    <NewSecret
      secret={secret}
      messages={{ title: t("new_title"), text: t("new_text"), label: t("secret"), copy: t("new_copy") }}
      onLeave={onLeave}
    />
  )
}
