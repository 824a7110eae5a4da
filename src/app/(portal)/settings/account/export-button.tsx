"use client"

import { useTranslations } from "next-intl"
import { useEffect, useRef } from "react"
import { Alert } from "@/ui/alert"
import { type Failure, failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"
import { trpc } from "@/ui/trpc"

/** @param refused why the last download failed */
export function ExportButton({ refused }: { refused: Failure | null }) {
  const t = useTranslations("Account")
  const errorMessage = useErrorMessage()
  const form = useRef<HTMLFormElement>(null)
  // Reauthentication is requested here; the file is then a plain download.
  const prove = trpc.security.recentlyProved.useMutation({ onSuccess: () => form.current?.submit() })
  useEffect(() => {
    // The error is shown once, not again after a reload.
    if (refused) window.history.replaceState(null, "", window.location.pathname)
  }, [refused])
  const failure = prove.error ? failureOf(prove.error) : prove.isIdle ? refused : null
  return (
    <div className="grid gap-3">
      {failure && <Alert key={prove.submittedAt}>{errorMessage(failure)}</Alert>}
      <form ref={form} method="post" action="/account-export" className="hidden" />
      <div>
        <Button onClick={() => prove.mutate()} pending={prove.isPending}>
          {t("export_submit")}
        </Button>
      </div>
    </div>
  )
}
