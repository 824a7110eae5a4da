"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { Button } from "@/ui/button"
import { CopiedHandler, CopyButton } from "@/ui/copy-button"
import { Dialog, DialogActions } from "@/ui/dialog"

/** Ten codes, which are shown only once; closing asks for confirmation if they were not copied or downloaded. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTranslations("Security")
  const [leaving, setLeaving] = useState(false)
  const [saved, setSaved] = useState(false)
  const text = codes.join("\n")
  return (
    <Dialog
      title={t(leaving ? "codes_leave_title" : "codes_title")}
      onClose={saved ? onDone : () => setLeaving(!leaving)}
    >
      {leaving ? (
        <>
          <p>{t("codes_leave_text")}</p>
          <DialogActions>
            <Button variant="danger" onClick={onDone}>
              {t("codes_done")}
            </Button>
            <Button variant="primary" onClick={() => setLeaving(false)} ref={(button) => button?.focus()}>
              {t("codes_stay")}
            </Button>
          </DialogActions>
        </>
      ) : (
        <div className="grid gap-4">
          <p className="text-muted">{t("codes_text")}</p>
          <ul
            lang="en"
            aria-label={t("codes")}
            className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-xl border border-line bg-sunken p-4 font-mono text-sm min-[24rem]:grid-cols-2"
          >
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <div className="flex flex-wrap gap-3">
            <CopiedHandler value={() => setSaved(true)}>
              <CopyButton text={text} label={t("codes_copy")} variant="primary" />
            </CopiedHandler>
            <a
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(`Haat\n\n${text}\n`)}`}
              download="haat-recovery-codes.txt"
              onClick={() => setSaved(true)}
              className="inline-flex min-h-10 items-center rounded-lg border border-line-strong bg-surface px-4 py-1.5 text-sm font-medium text-ink hover:bg-sunken"
            >
              {t("codes_download")}
            </a>
          </div>
          <DialogActions>
            <Button onClick={saved ? onDone : () => setLeaving(true)}>{t("codes_done")}</Button>
          </DialogActions>
        </div>
      )}
    </Dialog>
  )
}
