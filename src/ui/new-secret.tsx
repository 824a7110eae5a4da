"use client"

import { useTranslations } from "next-intl"
import { type ReactNode, useId, useState } from "react"
import { Button } from "@/ui/button"
import { CopiedHandler, CopyButton } from "@/ui/copy-button"
import { Dialog, DialogActions } from "@/ui/dialog"

interface NewSecretMessages {
  title: string
  text: string
  label: string
  copy: string
}

interface NewSecretProps {
  secret: string
  messages: NewSecretMessages
  /** Whether it is a secret of live data or of the sandbox. */
  livemode: boolean
  /** Content below the secret. */
  children?: ReactNode
  onLeave: () => void
}

/** Shows a secret, which is shown only once; closing asks for confirmation if nothing was copied. */
export function NewSecret({ secret, messages, livemode, children, onLeave }: NewSecretProps) {
  const t = useTranslations("Common")
  const id = useId()
  const [leaving, setLeaving] = useState(false)
  const [copied, setCopied] = useState(false)
  return (
    <Dialog
      title={leaving ? t("secret_leave_title") : messages.title}
      livemode={livemode}
      onClose={copied ? onLeave : () => setLeaving(!leaving)}
    >
      {leaving ? (
        <>
          <p>{t("secret_leave_text")}</p>
          <DialogActions>
            <Button onClick={onLeave} variant="danger">
              {t("secret_leave_go")}
            </Button>
            <Button onClick={() => setLeaving(false)} variant="primary" ref={(button) => button?.focus()}>
              {t("secret_leave_stay")}
            </Button>
          </DialogActions>
        </>
      ) : (
        <CopiedHandler value={() => setCopied(true)}>
          <div className="grid gap-4" onCopy={() => setCopied(true)}>
            <p className="text-muted">{messages.text}</p>
            <div className="grid gap-2 rounded-xl border border-line bg-sunken p-4">
              <label htmlFor={id} className="text-sm font-medium">
                {messages.label}
              </label>
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
                <CopyButton text={secret} label={messages.copy} variant="primary" />
              </div>
            </div>
            {children}
            <DialogActions>
              <Button onClick={copied ? onLeave : () => setLeaving(true)}>{t("secret_done")}</Button>
            </DialogActions>
          </div>
        </CopiedHandler>
      )}
    </Dialog>
  )
}
