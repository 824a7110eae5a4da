"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { EditKeyDialog } from "@/app/(portal)/keys/edit-key-dialog"
import { RevokeKeyDialog } from "@/app/(portal)/keys/revoke-key-dialog"
import { RollKeyDialog } from "@/app/(portal)/keys/roll-key-dialog"
import type { ApiKey } from "@/features/api-keys/schema"
import { RowMenu, RowMenuItem } from "@/ui/table/row-menu"

/** What can be done with a key, as a menu in its row. */
export function KeyActions({ apiKey, baseUrl }: { apiKey: ApiKey; baseUrl: string }) {
  const t = useTranslations("Keys")
  const [open, setOpen] = useState<"edit" | "roll" | "revoke" | null>(null)
  const close = (): void => setOpen(null)
  const { name } = apiKey
  return (
    <>
      <RowMenu label={t("actions_of", { name })}>
        <RowMenuItem onClick={() => setOpen("edit")} aria-label={t("edit_name", { name })}>
          {t("edit")}
        </RowMenuItem>
        <RowMenuItem onClick={() => setOpen("roll")} aria-label={t("roll_name", { name })}>
          {t("roll")}
        </RowMenuItem>
        <RowMenuItem onClick={() => setOpen("revoke")} aria-label={t("revoke_name", { name })}>
          {t("revoke")}
        </RowMenuItem>
      </RowMenu>
      {open === "edit" && <EditKeyDialog apiKey={apiKey} onClose={close} />}
      {open === "roll" && <RollKeyDialog apiKey={apiKey} baseUrl={baseUrl} onClose={close} />}
      {open === "revoke" && <RevokeKeyDialog apiKey={apiKey} onClose={close} />}
    </>
  )
}
