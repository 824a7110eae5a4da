"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { DENSE_BUTTON, type OrderButton } from "@/app/(portal)/store/order-button"
import { ShipForm } from "@/app/(portal)/store/ship-form"
import { ModeBadge } from "@/ui/badge"
import { Button } from "@/ui/button"
import { Dialog, DialogActions } from "@/ui/dialog"
import { Notice } from "@/ui/notice"

interface ShipButtonProps extends OrderButton {
  id: string
  number: string
  baseUrl: string
}

type State = { at: "closed" | "form" | "stale" } | { at: "done"; courier: string; awb: string }

export function ShipButton({ offered, busy, livemode, refresh, dense = false, id, number, baseUrl }: ShipButtonProps) {
  const t = useTranslations("Store")
  const [state, setState] = useState<State>({ at: "closed" })
  const close = (): void => {
    setState({ at: "closed" })
    // The order's status has changed.
    if (state.at !== "form") refresh()
  }
  return (
    <>
      {offered && (
        <Button
          {...(dense ? DENSE_BUTTON : { variant: "primary" })}
          disabled={busy}
          onClick={() => setState({ at: "form" })}
          aria-label={t("ship_number", { number })}
        >
          {t("ship")}
        </Button>
      )}
      {state.at !== "closed" && (
        <Dialog
          title={state.at === "done" ? t("done_title", { number }) : t("ship_title", { number })}
          badge={<ModeBadge mode={livemode ? "live" : "test"} />}
          onClose={close}
        >
          {state.at === "done" ? (
            <>
              <div role="status">
                <Notice tone="good">
                  {t(livemode ? "done_text" : "done_test", { courier: state.courier, awb: state.awb })}
                </Notice>
              </div>
              <DialogActions>
                <Button variant="primary" onClick={close} ref={(button) => button?.focus()}>
                  {t("done")}
                </Button>
              </DialogActions>
            </>
          ) : (
            <ShipForm
              id={id}
              livemode={livemode}
              baseUrl={baseUrl}
              stale={state.at === "stale"}
              onCancel={close}
              onStale={() => setState({ at: "stale" })}
              onShipped={(shipped) => setState({ at: "done", ...shipped })}
            />
          )}
        </Dialog>
      )}
    </>
  )
}
