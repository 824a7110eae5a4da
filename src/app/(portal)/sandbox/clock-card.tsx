"use client"

import { useLocale, useTranslations } from "next-intl"
import { type FormEvent, useActionState } from "react"
import { moveClockWithoutScripts } from "@/app/(portal)/sandbox/actions"
import { SuccessNotice } from "@/app/(portal)/sandbox/success-notice"
import { resultOf } from "@/app/(portal)/sandbox/posted"
import { readClockForm } from "@/app/(portal)/sandbox/read-forms"
import { useRefreshSandbox } from "@/app/(portal)/sandbox/use-refresh-sandbox"
import { DAY_MS, HOUR_MS } from "@/domain/time-units"
import { toLocalTime, type ViewerTimeZone } from "@/domain/time-zone"
import { formatDayAndHour, formatNumber, formatTime } from "@/i18n/format"
import { Alert } from "@/ui/alert"
import { Button } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"
import { InputField } from "@/ui/field"
import { Section } from "@/ui/section"
import { trpc } from "@/ui/trpc"

const STEPS = [
  ["hour", "PT1H", HOUR_MS],
  ["day", "P1D", DAY_MS],
  ["days", "P3D", 3 * DAY_MS],
] as const
/** The furthest that one call moves the clock. */
const MOVE_MAX_DAYS = 60

/** The sandbox's time, and what moves it forward. */
export function ClockCard({ timeZone }: { timeZone: ViewerTimeZone }) {
  const [{ data: sandbox }] = trpc.sandboxControls.get.useSuspenseQuery()
  const t = useTranslations("Sandbox")
  const locale = useLocale()
  const errorMessage = useErrorMessage()
  const refresh = useRefreshSandbox()
  const [posted, action] = useActionState(moveClockWithoutScripts, null)
  const move = trpc.sandboxControls.moveClock.useMutation({ onSuccess: refresh })
  const { data: moved, failure, attempt } = resultOf(move, posted)
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    move.mutate(readClockForm(new FormData(event.currentTarget, submitter)))
  }
  const now = Date.parse(sandbox.clock)
  const dayOf = (at: number): string => toLocalTime(timeZone.zone, new Date(at)).slice(0, 10)
  return (
    <Section title={t("clock_title")} lead={t("clock_text")}>
      <div className="grid grid-cols-1 gap-x-10 gap-y-5 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div>
          <p className="text-2xl font-semibold tabular-nums" data-sandbox-clock={sandbox.clock}>
            <time dateTime={sandbox.clock}>{formatTime(sandbox.clock, locale, timeZone)}</time>
          </p>
          <form action={action} data-once noValidate onSubmit={onSubmit} className="mt-4 grid grid-cols-1 gap-4">
            {failure && (
              <Alert key={attempt}>
                {failure.code === "validation_failed"
                  ? t("error_date", { days: formatNumber(MOVE_MAX_DAYS, locale) })
                  : errorMessage(failure)}
              </Alert>
            )}
            <fieldset className="grid grid-cols-1 gap-2 sm:grid-cols-3">
              <legend className="mb-2 text-sm font-medium">{t("advance")}</legend>
              {STEPS.map(([name, duration, length]) => (
                <button
                  key={name}
                  type="submit"
                  name="advance"
                  value={duration}
                  disabled={move.isPending}
                  className="grid min-h-11 cursor-pointer content-start justify-items-start gap-0.5 rounded-lg border border-line-strong bg-surface px-3 py-2 text-left text-sm transition-colors hover:bg-sunken disabled:cursor-default disabled:opacity-60"
                >
                  <span className="font-medium">{t(`advance_${name}`)}</span>
                  <span className="text-xs text-muted">
                    {t("advance_to", { time: formatDayAndHour(new Date(now + length), locale, timeZone) })}
                  </span>
                </button>
              ))}
            </fieldset>
          </form>
          <form action={action} data-once noValidate onSubmit={onSubmit} className="mt-4 grid max-w-md grid-cols-1">
            <input type="hidden" name="today" value={dayOf(now)} />
            <InputField
              key={sandbox.clock}
              label={t("until")}
              name="until"
              type="date"
              required
              defaultValue={dayOf(now + 7 * DAY_MS)}
              min={dayOf(now + DAY_MS)}
              max={dayOf(now + MOVE_MAX_DAYS * DAY_MS)}
              hint={t("until_hint", { days: formatNumber(MOVE_MAX_DAYS, locale) })}
              trailing={
                <Button type="submit" className="min-h-11 shrink-0" pending={move.isPending}>
                  {t("until_submit")}
                </Button>
              }
            />
          </form>
          <div role="status">
            {moved && (
              <SuccessNotice>
                {t("clock_advanced", { time: formatTime(moved.data.clock, locale, timeZone) })}
              </SuccessNotice>
            )}
          </div>
        </div>
        <div className="grid content-start gap-2 border-t border-line pt-4 text-sm text-muted lg:border-t-0 lg:border-l lg:pt-0 lg:pl-6">
          <h3 className="font-medium text-ink">{t("effect_title")}</h3>
          <ul className="grid list-disc gap-2 pl-5">
            <li>{t("effect_orders")}</li>
            <li>{t("effect_webhooks")}</li>
            <li>{t("effect_real")}</li>
          </ul>
        </div>
      </div>
    </Section>
  )
}
