"use client"

import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { type ReactNode, useEffect, useState } from "react"
import { FirstKeyForm } from "@/app/(portal)/overview/first-key-form"
import { FirstRequest } from "@/app/(portal)/overview/first-request"
import { UnverifiedBanner } from "@/app/(portal)/keys/unverified-banner"
import type { Mode } from "@/domain/mode"
import type { NewApiKey } from "@/features/api-keys/schema"
import type { FirstSteps as StepStates } from "@/features/usage/schema"
import { ButtonLink } from "@/ui/button"
import { TickIcon } from "@/ui/icons"
import { trpc, TrpcProvider } from "@/ui/trpc"

/** How often the page asks whether the first request has arrived: often at first, then slower. */
const LISTEN_MS = 1_500
const LISTEN_SLOWLY_MS = 10_000
const OFTEN = 120
/** After this time the counters of the overview have the request. */
const COUNTED_MS = 3_000

export interface FirstStepsProps {
  /** The account's id. */
  account: string
  steps: StepStates
  /** The account's email address if it is not confirmed yet: such an account cannot create a key. */
  unverified: string | null
  mode: Mode
  baseUrl: string
  /** Called when it can be used. */
  onHydrated: () => void
}

/** The first steps that are still to do: creates a key, and ticks each step when it has happened. */
export function FirstStepsList({ account, onHydrated, ...props }: FirstStepsProps) {
  useEffect(onHydrated, [onHydrated])
  return (
    <TrpcProvider account={account}>
      <Steps {...props} />
    </TrpcProvider>
  )
}

function Steps({ steps: rendered, unverified, mode, baseUrl }: Omit<FirstStepsProps, "account" | "onHydrated">) {
  const t = useTranslations("Overview")
  const router = useRouter()
  const [created, setCreated] = useState<NewApiKey | null>(null)
  const hasKey = rendered.key || created !== null
  const { data } = trpc.usage.firstSteps.useQuery(undefined, {
    enabled: hasKey && !rendered.request,
    initialData: { data: rendered },
    refetchInterval: ({ state }) =>
      state.data?.data.request === true ? false : state.dataUpdateCount < OFTEN ? LISTEN_MS : LISTEN_SLOWLY_MS,
  })
  const request = rendered.request || data.data.request
  const steps: StepStates = { key: hasKey, request, webhook: rendered.webhook }

  useEffect(() => {
    if (!request || rendered.request) return
    const timer = setTimeout(() => router.refresh(), COUNTED_MS)
    return () => clearTimeout(timer)
  }, [request, rendered.request, router])

  const done = Object.values(steps).filter(Boolean).length
  // The only step left to do needs no form here, so that the figures below are in the first screen. A key that was
  // created here stays in view.
  if (rendered.key && rendered.request && created === null) return <LastStep steps={steps} />
  const step = (name: keyof StepStates, number: number, content: ReactNode, action?: ReactNode) => (
    <Step title={t(`step_${name}`)} state={t(steps[name] ? "done" : "todo")} done={steps[name]} number={number}>
      {content}
      {action}
    </Step>
  )
  return (
    <section
      aria-labelledby="first-steps"
      className="grid gap-5 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="first-steps" className="text-lg font-semibold">
          {t("steps_title")}
        </h2>
        <p className="text-sm text-muted">{t("steps_done", { done: String(done) })}</p>
      </div>
      <ol className="grid gap-5">
        {step(
          "key",
          1,
          !hasKey &&
            (unverified === null ? (
              <FirstKeyForm mode={mode} onCreated={setCreated} />
            ) : (
              <UnverifiedBanner email={unverified} />
            )),
        )}
        {step("request", 2, hasKey && <FirstRequest created={created} received={request} baseUrl={baseUrl} />)}
        {step(
          "webhook",
          3,
          !steps.webhook && (
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p className="text-sm text-muted">{t("step_webhook_text")}</p>
              <ButtonLink href="/webhooks" variant={request ? "primary" : "secondary"}>
                {t("step_webhook_action")}
              </ButtonLink>
            </div>
          ),
        )}
      </ol>
    </section>
  )
}

/** The steps in one row, with the action of the last one. */
function LastStep({ steps }: { steps: StepStates }) {
  const t = useTranslations("Overview")
  return (
    <section
      aria-labelledby="first-steps"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 rounded-2xl border border-line bg-surface px-4 py-3 shadow-card sm:px-5"
    >
      <h2 id="first-steps" className="font-semibold">
        {t("steps_title")}
      </h2>
      <ol className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        {STEP_NAMES.map((name, index) => (
          <Step
            key={name}
            title={t(`step_${name}`)}
            state={t(steps[name] ? "done" : "todo")}
            done={steps[name]}
            number={index + 1}
          />
        ))}
      </ol>
      <ButtonLink href="/webhooks" variant="primary">
        {t("step_webhook_action")}
      </ButtonLink>
    </section>
  )
}

const STEP_NAMES = ["key", "request", "webhook"] as const satisfies readonly (keyof StepStates)[]

interface StepProps {
  title: string
  /** Whether it is done, in words. */
  state: string
  done: boolean
  number: number
  children?: ReactNode
}

function Step({ title, state, done, number, children }: StepProps) {
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3">
      <Mark done={done} number={number} />
      <div className="grid content-center gap-2">
        <h3 className={done ? "text-muted" : "font-medium"}>
          {title} <span className="sr-only">({state})</span>
        </h3>
        {children}
      </div>
    </li>
  )
}

function Mark({ done, number }: { done: boolean; number: number }) {
  return (
    <span
      aria-hidden="true"
      className={`grid size-7 place-items-center rounded-full text-sm font-medium tabular-nums ${done ? "bg-neem-soft text-neem-ink" : "border border-line-strong text-muted"}`}
    >
      {done ? <TickIcon /> : number}
    </span>
  )
}
