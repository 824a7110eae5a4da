"use client"

import { useTranslations } from "next-intl"
import { useId, useState } from "react"
import { Button } from "@/ui/button"
import { CopyButton } from "@/ui/copy-button"
import { Dialog, DialogActions } from "@/ui/dialog"

/** Shows a client secret for the first and last time; closing asks. */
export const NewSecret = ({ secret, onLeave }: { secret: string; onLeave: () => void }) => {
  const t = useTranslations("OauthApps")
  const id = useId()
  const [leaving, setLeaving] = useState(false)
  return (
    <Dialog title={t(leaving ? "leave_title" : "new_title")} onClose={() => setLeaving(!leaving)}>
      {leaving ? (
        <>
          <p>{t("leave_text")}</p>
          <DialogActions>
            <Button onClick={onLeave} look="danger">
              {t("leave_go")}
            </Button>
            <Button onClick={() => setLeaving(false)} look="primary" ref={(button) => button?.focus()}>
              {t("leave_stay")}
            </Button>
          </DialogActions>
        </>
      ) : (
        <div className="grid gap-4">
          <p className="text-muted">{t("new_text")}</p>
          <div className="grid gap-2 rounded-xl border border-line bg-sunken p-4">
            <label htmlFor={id} className="text-sm font-medium">
              {t("secret")}
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
              <CopyButton text={secret} label={t("new_copy")} look="primary" />
            </div>
          </div>
          <DialogActions>
            <Button onClick={() => setLeaving(true)}>{t("done")}</Button>
          </DialogActions>
        </div>
      )}
    </Dialog>
  )
}
