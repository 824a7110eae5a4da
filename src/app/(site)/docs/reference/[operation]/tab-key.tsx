"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { revokeTryKey, type TryKey } from "@/app/(site)/docs/reference/[operation]/try-key"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { ModeBadge } from "@/ui/badge"
import { Button } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"

/** The test key of the tab, which can be revoked. */
export function TabKey({ tryKey }: { tryKey: TryKey }) {
  const t = useTranslations("DocsTry")
  const errorMessage = useErrorMessage()
  const [pending, setPending] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const revoke = async (): Promise<void> => {
    setPending(true)
    setFailed(null)
    await revokeTryKey(tryKey).catch((error: unknown) => {
      setFailed(errorMessage(failureOf(error)))
      setPending(false)
    })
  }
  return (
    <>
      {failed !== null && <Alert>{failed}</Alert>}
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-lg bg-sunken px-3 py-1.5 text-xs">
        <span>
          {t("key_label")}{" "}
          <code lang="en" className="font-mono">
            {tryKey.prefix}…{tryKey.lastFour}
          </code>{" "}
          <ModeBadge livemode={false} />
        </span>
        <Button variant="quiet" onClick={() => void revoke()} disabled={pending}>
          {t("key_revoke")}
        </Button>
      </div>
    </>
  )
}

interface NeededKeyProps {
  /** The scopes that the key will have. */
  scopes: readonly string[]
  /** The scope that the tab's key lacks; null if the tab has no key. */
  lacks: string | null
}

/** Which test key the next request creates. */
export function NeededKey({ scopes, lacks }: NeededKeyProps) {
  const t = useTranslations("DocsTry")
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted">{lacks === null ? t("key_step") : t("key_lacks", { scope: lacks })}</p>
      <ul lang="en" className="flex flex-wrap gap-1.5 font-mono text-xs">
        {scopes.map((each) => (
          <li key={each} className="rounded-md bg-sunken px-2 py-0.5">
            {each}
          </li>
        ))}
      </ul>
    </div>
  )
}
