"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { lacksScope, scopesFor, setTryKey, useTryKey } from "@/app/(site)/docs/reference/[operation]/try-key"
import { Alert } from "@/ui/alert"
import { api, failureOf, IN_SANDBOX } from "@/ui/api"
import { ModeBadge } from "@/ui/badge"
import { Button } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"

const HOUR_MS = 60 * 60 * 1000

/** Creates, describes and revokes the tab's test key. */
export const TryKeyStep = ({ seller, scope }: { seller: boolean; scope: string }) => {
  const t = useTranslations("DocsTry")
  const errorMessage = useErrorMessage()
  const key = useTryKey()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const requested = scopesFor(scope, seller, key)

  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setFailed(null)
    try {
      await work()
    } catch (error) {
      setFailed(errorMessage(failureOf(error)))
    }
    setBusy(false)
  }
  const createKey = (): Promise<void> =>
    run(async () => {
      const { data } = await api.apiKeys.create.mutate(
        { name: t("key_name"), scopes: requested, expires_at: new Date(Date.now() + HOUR_MS).toISOString() },
        { context: IN_SANDBOX },
      )
      setTryKey({
        id: data.key.id,
        secret: data.secret,
        prefix: data.key.prefix,
        lastFour: data.key.last_four,
        scopes: requested,
      })
      // Without its id, the previous key could not be revoked later.
      if (key) await api.apiKeys.revoke.mutate({ id: key.id }, { context: IN_SANDBOX })
    })
  const revoke = (id: string): Promise<void> =>
    run(async () => {
      await api.apiKeys.revoke.mutate({ id }, { context: IN_SANDBOX })
      setTryKey(null)
    })
  return (
    <div className="grid gap-3">
      {failed !== null && <Alert>{failed}</Alert>}
      {key === null || lacksScope(scope, seller, key) ? (
        <>
          <p className="text-sm text-muted">{key === null ? t("key_step") : t("key_lacks", { scope })}</p>
          <ul lang="en" className="flex flex-wrap gap-1.5 font-mono text-xs">
            {requested.map((each) => (
              <li key={each} className="rounded-md bg-sunken px-2 py-0.5">
                {each}
              </li>
            ))}
          </ul>
          <div>
            <Button variant="primary" onClick={() => void createKey()} pending={busy}>
              {t("key_make")}
            </Button>
          </div>
        </>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-lg bg-sunken px-3 py-1.5 text-xs">
          <span>
            {t("key_made")}{" "}
            <code lang="en" className="font-mono">
              {key.prefix}…{key.lastFour}
            </code>{" "}
            <ModeBadge mode="test" />
          </span>
          <Button variant="quiet" onClick={() => void revoke(key.id)} disabled={busy}>
            {t("key_revoke")}
          </Button>
        </div>
      )}
    </div>
  )
}
