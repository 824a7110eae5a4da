"use client"

import { signOut } from "next-auth/react"
import { useTranslations } from "next-intl"
import { useState } from "react"
import { Button } from "@/ui/button"

export const SignOutButton = () => {
  const t = useTranslations("Nav")
  const [leaving, setLeaving] = useState(false)
  const leave = (): void => {
    setLeaving(true)
    signOut({ callbackUrl: "/" }).catch(() => setLeaving(false))
  }
  return (
    <Button look="quiet" className="-mr-2.5" onClick={leave} disabled={leaving}>
      {t("sign_out")}
    </Button>
  )
}
