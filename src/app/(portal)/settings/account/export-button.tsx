"use client"

import { useMutation } from "@tanstack/react-query"
import { useTranslations } from "next-intl"
import { useRef } from "react"
import { Alert } from "@/ui/alert"
import { api, failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useFailureWords } from "@/ui/failure-words"

export const ExportButton = () => {
  const t = useTranslations("Account")
  const failureWords = useFailureWords()
  const form = useRef<HTMLFormElement>(null)
  // The proof is asked for here; the file is then a plain download.
  const prove = useMutation({ mutationFn: () => api.security.recentlyProved.mutate(), onSuccess: () => form.current?.submit() })
  return (
    <div className="grid gap-3">
      {prove.error && <Alert key={prove.submittedAt}>{failureWords(failureOf(prove.error))}</Alert>}
      <form ref={form} method="post" action="/account-export" className="hidden" />
      <div>
        <Button onClick={() => prove.mutate()} disabled={prove.isPending}>
          {t("export_submit")}
        </Button>
      </div>
    </div>
  )
}
