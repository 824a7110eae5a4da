"use client"

import { useTranslations } from "next-intl"
import { NewSecret } from "@/ui/new-secret"

/** An endpoint's signing secret, shown for the first and last time. */
export const NewSigningSecret = ({ secret, onLeave }: { secret: string; onLeave: () => void }) => {
  const t = useTranslations("Webhooks")
  return (
    <NewSecret
      secret={secret}
      words={{ title: t("secret_title"), text: t("secret_text"), label: t("secret_label"), copy: t("secret_copy") }}
      onLeave={onLeave}
    />
  )
}
