"use client"

import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { useState } from "react"
import { ShipForm } from "@/app/(portal)/store/ship-form"
import { Button } from "@/ui/button"
import { Dialog, DialogActions } from "@/ui/dialog"
import { Notice } from "@/ui/notice"

type State = { at: "closed" | "form" | "stale" } | { at: "done"; courier: string; awb: string }

export const ShipButton = ({ id, number, livemode, baseUrl }: { id: string; number: string; livemode: boolean; baseUrl: string }) => {
  const t = useTranslations("Store")
  const router = useRouter()
  const [state, setState] = useState<State>({ at: "closed" })
  const close = (): void => {
    setState({ at: "closed" })
    // The order stands differently now.
    if (state.at !== "form") router.refresh()
  }
  return (
    <>
      <Button look="primary" onClick={() => setState({ at: "form" })} aria-label={t("ship_number", { number })}>
        {t("ship")}
      </Button>
      {state.at !== "closed" && (
        <Dialog title={state.at === "done" ? t("done_title", { number }) : t("ship_title", { number })} onClose={close}>
          {state.at === "done" ? (
            <>
              <div role="status">
                <Notice tone="good">{t(livemode ? "done_text" : "done_test", { courier: state.courier, awb: state.awb })}</Notice>
              </div>
              <DialogActions>
                <Button look="primary" onClick={close} ref={(button) => button?.focus()}>
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
