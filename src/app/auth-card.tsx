import { useTranslations } from "next-intl"
import type { ReactNode } from "react"
import { setLocale } from "@/app/set-locale"
import { AuthFrame } from "@/ui/auth-frame"
import { LanguageSwitch } from "@/ui/language-switch"

/** The frame of the sign-in and sign-up pages. */
export function AuthCard({ children }: { children: ReactNode }) {
  return (
    <AuthFrame brand={useTranslations("Common")("brand")} languages={<LanguageSwitch action={setLocale} />}>
      {children}
    </AuthFrame>
  )
}
