"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { Alert } from "@/ui/alert"
import { Button } from "@/ui/button"
import { signOut } from "@/ui/session"

export function SignOutButton() {
  const t = useTranslations("Nav")
  const [leaving, setLeaving] = useState(false)
  const [failures, setFailures] = useState(0)
  const leave = (): void => {
    setLeaving(true)
    signOut().then(
      // A full page load, so that none of the account's data stays in memory.
      () => window.location.assign("/"),
      () => {
        setLeaving(false)
        setFailures((before) => before + 1)
      },
    )
  }
  return (
    <>
      <Button variant="quiet" className="-mr-2.5" onClick={leave} pending={leaving}>
        {t("sign_out")}
      </Button>
      {failures > 0 && !leaving && (
        <div className="basis-full">
          <Alert key={failures}>{t("sign_out_failed")}</Alert>
        </div>
      )}
    </>
  )
}
