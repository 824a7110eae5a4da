"use client"

import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"
import { Notice } from "@/ui/notice"
import { trpc } from "@/ui/trpc"

interface StaffNoticeProps {
  /** The staff page that was requested. */
  back: string
  /** Whether the account now has a second factor. */
  ready: boolean
}

/** Explains why a staff page was not shown, and links back to it. */
export function StaffNotice({ back, ready }: StaffNoticeProps) {
  const t = useTranslations("Security")
  const errorMessage = useErrorMessage()
  const router = useRouter()
  // The step-up dialog asks for the factor if this session has not used it yet.
  const access = trpc.security.staffAccess.useQuery(undefined, { enabled: false, retry: false })
  const granted = access.isFetchedAfterMount && access.isSuccess
  const enter = async (): Promise<void> => {
    if ((await access.refetch()).isSuccess) router.push(back)
  }
  return (
    <div className="grid gap-3">
      {access.isFetchedAfterMount && !access.isFetching && access.error && (
        <Alert key={access.errorUpdatedAt}>{errorMessage(failureOf(access.error))}</Alert>
      )}
      <Notice tone="warning" title={t("staff_title")}>
        <p>{t(ready ? "staff_ready" : "staff_text")}</p>
      </Notice>
      {ready && (
        <div>
          <Button variant="primary" onClick={() => void enter()} pending={access.isFetching} disabled={granted}>
            {t("staff_continue")}
          </Button>
        </div>
      )}
    </div>
  )
}
