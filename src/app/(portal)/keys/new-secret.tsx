"use client"

import { useTranslations } from "next-intl"
import { useId } from "react"
import { firstRequest, masked } from "@/app/(portal)/keys/first-request"
import type { NewApiKey } from "@/features/api-keys/schema"
import { ModeBadge } from "@/ui/badge"
import { Button } from "@/ui/button"
import { CodeBlock } from "@/ui/code-block"
import { CopyButton } from "@/ui/copy-button"
import { Dialog, DialogActions } from "@/ui/dialog"

interface NewSecretProps {
  made: NewApiKey
  baseUrl: string
  /** Whether closing has been asked for and waits for a yes. */
  leaving: boolean
  onAskLeave: () => void
  onStay: () => void
  onLeave: () => void
}

/** Shows a secret for the first and last time; closing asks. */
export const NewSecret = ({ made: { key, secret }, baseUrl, leaving, onAskLeave, onStay, onLeave }: NewSecretProps) => {
  const t = useTranslations("Keys")
  const id = useId()
  return (
    <Dialog title={leaving ? t("leave_title") : t("secret_title")} onClose={leaving ? onStay : onAskLeave}>
      {leaving ? (
        <>
          <p>{t("leave_text")}</p>
          <DialogActions>
            <Button onClick={onLeave} look="danger">
              {t("leave_go")}
            </Button>
            <Button onClick={onStay} look="primary" ref={(button) => button?.focus()}>
              {t("leave_stay")}
            </Button>
          </DialogActions>
        </>
      ) : (
        <div className="grid gap-4">
          <p className="text-muted">{t("secret_text")}</p>
          <div className="grid gap-2 rounded-xl border border-line bg-sunken p-4">
            <div className="flex items-center justify-between gap-3">
              <label htmlFor={id} className="text-sm font-medium">
                {t("secret_label")}
              </label>
              <ModeBadge mode={key.mode} />
            </div>
            <div className="flex flex-wrap items-center gap-2">
              <input
                id={id}
                data-first
                readOnly
                value={secret}
                onFocus={(event) => event.currentTarget.select()}
                autoComplete="off"
                spellCheck={false}
                className="min-h-10 min-w-0 flex-1 basis-64 rounded-lg border border-line-strong bg-surface px-3 font-mono text-xs text-ink"
              />
              <CopyButton text={secret} label={t("secret_copy")} look="primary" />
            </div>
          </div>
          <div className="grid gap-2">
            <p className="text-sm font-medium">{t("curl_label")}</p>
            <CodeBlock
              label={t("curl_label")}
              code={firstRequest(baseUrl, key.scopes, masked(key.prefix, key.last_four))}
              copies={firstRequest(baseUrl, key.scopes, secret)}
              copyLabel={t("curl_copy")}
            />
            <p className="text-xs text-muted">{t("curl_note")}</p>
          </div>
          <DialogActions>
            <Button onClick={onAskLeave}>{t("done")}</Button>
          </DialogActions>
        </div>
      )}
    </Dialog>
  )
}
