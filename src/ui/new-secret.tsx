"use client"

import { type ReactNode, useId, useState } from "react"
import { Button } from "@/ui/button"
import { CopyButton } from "@/ui/copy-button"
import { Dialog, DialogActions } from "@/ui/dialog"

export interface NewSecretWords {
  title: string
  text: string
  label: string
  copy: string
  done: string
  /** What is asked before it closes. */
  leaveTitle: string
  leaveText: string
  leaveStay: string
  leaveGo: string
}

interface NewSecretProps {
  secret: string
  words: NewSecretWords
  badge?: ReactNode
  /** What can be done with it, below. */
  children?: ReactNode
  onLeave: () => void
}

/** Shows a secret for the first and last time; closing asks. */
export const NewSecret = ({ secret, words, badge, children, onLeave }: NewSecretProps) => {
  const id = useId()
  const [leaving, setLeaving] = useState(false)
  return (
    <Dialog title={leaving ? words.leaveTitle : words.title} onClose={() => setLeaving(!leaving)}>
      {leaving ? (
        <>
          <p>{words.leaveText}</p>
          <DialogActions>
            <Button onClick={onLeave} look="danger">
              {words.leaveGo}
            </Button>
            <Button onClick={() => setLeaving(false)} look="primary" ref={(button) => button?.focus()}>
              {words.leaveStay}
            </Button>
          </DialogActions>
        </>
      ) : (
        <div className="grid gap-4">
          <p className="text-muted">{words.text}</p>
          <div className="grid gap-2 rounded-xl border border-line bg-sunken p-4">
            <div className="flex items-center justify-between gap-3">
              <label htmlFor={id} className="text-sm font-medium">
                {words.label}
              </label>
              {badge}
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
              <CopyButton text={secret} label={words.copy} look="primary" />
            </div>
          </div>
          {children}
          <DialogActions>
            <Button onClick={() => setLeaving(true)}>{words.done}</Button>
          </DialogActions>
        </div>
      )}
    </Dialog>
  )
}
