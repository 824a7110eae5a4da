"use client"

import { useSearchParams } from "next/navigation"
import { useTranslations } from "next-intl"
import { useState } from "react"
import { CreateKeyForm } from "@/app/(portal)/keys/create-key-form"
import { useNewSecret } from "@/app/(portal)/keys/use-new-secret"
import type { Mode } from "@/domain/mode"
import { Button } from "@/ui/button"
import { Dialog } from "@/ui/dialog"

interface CreateKeyButtonProps {
  /** Whether the account may grant a key the seller scopes. */
  seller: boolean
  mode: Mode
  rateLimit: number
  zone: string
  baseUrl: string
}

export function CreateKeyButton({ seller, mode, rateLimit, zone, baseUrl }: CreateKeyButtonProps) {
  const t = useTranslations("Keys")
  // The command palette leads to /keys?create=1.
  const linked = useSearchParams().has("create")
  const [opened, setOpened] = useState(false)
  const open = opened || linked
  const close = (): void => {
    setOpened(false)
    if (linked) window.history.replaceState(null, "", "/keys")
  }
  const { show, panel } = useNewSecret(baseUrl, close)
  return (
    <>
      <Button variant="primary" onClick={() => setOpened(true)}>
        {t("create")}
      </Button>
      {open &&
        (panel ?? (
          <Dialog title={t("create_title")} livemode={mode === "live"} onClose={close}>
            <CreateKeyForm
              seller={seller}
              mode={mode}
              rateLimit={rateLimit}
              zone={zone}
              onCancel={close}
              onCreated={show}
            />
          </Dialog>
        ))}
    </>
  )
}
