"use client"

import { useLocale, useTranslations } from "next-intl"
import { type FormEvent, useActionState, useRef } from "react"
import { resetWithoutScripts } from "@/app/(portal)/sandbox/actions"
import { SuccessNotice } from "@/app/(portal)/sandbox/success-notice"
import { resultOf } from "@/app/(portal)/sandbox/posted"
import { useRefreshSandbox } from "@/app/(portal)/sandbox/use-refresh-sandbox"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatTime } from "@/i18n/format"
import { Alert } from "@/ui/alert"
import { Button } from "@/ui/button"
import { buttonClasses } from "@/ui/button-variant"
import { useErrorMessage } from "@/ui/error-message"
import { Section } from "@/ui/section"
import { trpc } from "@/ui/trpc"

/** Starts the sandbox afresh, after saying what is lost. The confirmation opens without scripts. */
export function Reset({ timeZone }: { timeZone: ViewerTimeZone }) {
  const [{ data: sandbox }] = trpc.sandboxControls.get.useSuspenseQuery()
  const t = useTranslations("Sandbox")
  const locale = useLocale()
  const errorMessage = useErrorMessage()
  const refresh = useRefreshSandbox()
  const confirmation = useRef<HTMLDetailsElement>(null)
  const [posted, action] = useActionState(resetWithoutScripts, null)
  const close = (): void => {
    confirmation.current?.removeAttribute("open")
    confirmation.current?.querySelector("summary")?.focus()
  }
  const reset = trpc.sandboxControls.reset.useMutation({
    onSuccess: () => {
      close()
      refresh()
    },
  })
  const { data: done, failure, attempt } = resultOf(reset, posted)
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    reset.mutate()
  }
  return (
    <Section title={t("reset_title")} lead={t("reset_text")}>
      <div>
        <details ref={confirmation} className="group">
          <summary className={buttonClasses("secondary", "w-fit cursor-pointer list-none group-open:bg-sunken")}>
            {t("reset_open")}
          </summary>
          <form
            action={action}
            data-once
            onSubmit={onSubmit}
            className="mt-4 grid grid-cols-1 gap-4 max-w-2xl rounded-lg border border-danger px-4 py-4"
          >
            {failure && <Alert key={attempt}>{errorMessage(failure)}</Alert>}
            <div className="grid gap-2 text-sm">
              <p className="font-medium">{t("reset_effects_title")}</p>
              <ul className="grid list-disc gap-1 pl-5">
                <li>{t("reset_effects_orders")}</li>
                <li>{t("reset_effects_faults")}</li>
                <li>{t("reset_effects_events")}</li>
                <li>{t("reset_effects_clock", { time: formatTime(sandbox.epoch, locale, timeZone) })}</li>
              </ul>
              <p className="text-muted">{t("reset_retained")}</p>
            </div>
            <div className="flex flex-wrap gap-3">
              <Button type="submit" variant="danger" pending={reset.isPending}>
                {t("reset_submit")}
              </Button>
              <Button className="noscript:hidden" onClick={close}>
                {t("reset_cancel")}
              </Button>
            </div>
          </form>
        </details>
        <div role="status">{done && <SuccessNotice>{t("reset_done")}</SuccessNotice>}</div>
      </div>
    </Section>
  )
}
