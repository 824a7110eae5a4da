"use client"

import { useTranslations } from "next-intl"
import { AppLogo } from "@/app/(portal)/apps/app-logo"
import { type SelectedPicture, PictureField } from "@/ui/picture-field"

const BYTES_MAX = 256 * 1024

interface LogoFieldProps {
  name: string
  logo: string | null
  onChange: (logo: SelectedPicture) => void
  error: string | undefined
}

export function LogoField({ name, logo, onChange, error }: LogoFieldProps) {
  const t = useTranslations("OauthApps")
  return (
    <PictureField
      messages={{
        label: t("logo"),
        choose: t("logo_choose"),
        remove: t("logo_remove"),
        hint: t("logo_hint"),
        bad: t("logo_bad"),
      }}
      picture={logo}
      maxBytes={BYTES_MAX}
      renderPreview={(url) => <AppLogo name={name} logo={url} large />}
      onChange={onChange}
      error={error}
    />
  )
}
