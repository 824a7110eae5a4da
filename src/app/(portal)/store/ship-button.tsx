"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import type { OrderButton } from "@/app/(portal)/store/order-button"
import { ShipForm } from "@/app/(portal)/store/ship-form"
import { Button } from "@/ui/button"
import { Dialog } from "@/ui/dialog"
import { Notice } from "@/ui/notice"
import { useActionNotice } from "@/ui/action-notices"
import { DENSE_BUTTON } from "@/ui/table/dense-button"

interface ShipButtonProps extends OrderButton {
  id: string
  number: string
  baseUrl: string
}

export function ShipButton({ offered, busy, livemode, refresh, dense = false, id, number, baseUrl }: ShipButtonProps) {
  const t = useTranslations("Store")
  const report = useActionNotice()
  const [state, setState] = useState<"closed" | "form" | "stale">("closed")
  const close = (): void => {
    setState("closed")
    if (state === "stale") refresh()
  }
  const onShipped = (shipped: { courier: string; awb: string }): void => {
    setState("closed")
    refresh()
    report(
      <Notice tone="good" title={t("done_title", { number })}>
        <p className="wrap-anywhere">{t(livemode ? "done_text" : "done_test", shipped)}</p>
      </Notice>,
    )
  }
  return (
    <>
      {offered && (
        <Button
          {...(dense ? DENSE_BUTTON : { variant: "primary" })}
          disabled={busy}
          onClick={() => setState("form")}
          aria-label={t("ship_number", { number })}
        >
          {t("ship")}
        </Button>
      )}
      {state !== "closed" && (
        <Dialog title={t("ship_title", { number })} livemode={livemode} onClose={close}>
          <ShipForm
            id={id}
            livemode={livemode}
            baseUrl={baseUrl}
            stale={state === "stale"}
            onCancel={close}
            onStale={() => setState("stale")}
            onShipped={onShipped}
          />
        </Dialog>
      )}
    </>
  )
}
