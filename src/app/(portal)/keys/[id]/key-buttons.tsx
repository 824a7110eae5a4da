"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { EditKeyDialog } from "@/app/(portal)/keys/edit-key-dialog"
import { RevokeKeyDialog } from "@/app/(portal)/keys/revoke-key-dialog"
import { RollKeyDialog } from "@/app/(portal)/keys/roll-key-dialog"
import type { ApiKey } from "@/features/api-keys/schema"
import { Button } from "@/ui/button"

const ACTIONS = ["edit", "roll", "revoke"] as const

/** What can be done with the key of a page. */
export function KeyButtons({ apiKey, baseUrl }: { apiKey: ApiKey; baseUrl: string }) {
  const t = useTranslations("Keys")
  const [open, setOpen] = useState<(typeof ACTIONS)[number] | null>(null)
  const close = (): void => setOpen(null)
  return (
    <div className="flex shrink-0 flex-wrap gap-2">
      {ACTIONS.map((action) => (
        <Button key={action} onClick={() => setOpen(action)}>
          {t(action)}
        </Button>
      ))}
      {open === "edit" && <EditKeyDialog apiKey={apiKey} onClose={close} />}
      {open === "roll" && <RollKeyDialog apiKey={apiKey} baseUrl={baseUrl} onClose={close} />}
      {open === "revoke" && <RevokeKeyDialog apiKey={apiKey} onClose={close} />}
    </div>
  )
}
