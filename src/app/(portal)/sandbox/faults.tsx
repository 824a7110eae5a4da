"use client"

import { useLocale, useTranslations } from "next-intl"
import { type FormEvent, useActionState } from "react"
import { endFaultWithoutScripts } from "@/app/(portal)/sandbox/actions"
import { EventFaultForm } from "@/app/(portal)/sandbox/event-fault-form"
import { responseLabel } from "@/app/(portal)/sandbox/fault-response"
import { type FaultOperation, OperationFaultForm } from "@/app/(portal)/sandbox/operation-fault-form"
import { resultOf } from "@/app/(portal)/sandbox/posted"
import { useRefreshSandbox } from "@/app/(portal)/sandbox/use-refresh-sandbox"
import { formatNumber } from "@/i18n/format"
import { Alert } from "@/ui/alert"
import type { PortalOutputs } from "@/ui/api"
import { Badge } from "@/ui/badge"
import { Button } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"
import { Section } from "@/ui/section"
import { trpc } from "@/ui/trpc"

type Fault = PortalOutputs["sandboxControls"]["get"]["data"]["faults"][number]

/** What goes wrong in the sandbox on purpose. */
export function Faults({ operations }: { operations: readonly FaultOperation[] }) {
  const [{ data: sandbox }] = trpc.sandboxControls.get.useSuspenseQuery()
  const t = useTranslations("Sandbox")
  return (
    <Section title={t("faults_title")} lead={t("faults_text")}>
      {sandbox.faults.length === 0 ? (
        <p className="rounded-lg bg-sunken px-4 py-3 text-sm text-muted">{t("faults_empty")}</p>
      ) : (
        <ul
          className="grid grid-cols-1 divide-y divide-line rounded-lg border border-line"
          aria-label={t("faults_title")}
        >
          {sandbox.faults.map((fault) => (
            <FaultRow key={fault.id} fault={fault} />
          ))}
        </ul>
      )}
      <div className="grid grid-cols-1 gap-x-6 gap-y-2 lg:grid-cols-2">
        <OperationFaultForm operations={operations} />
        <EventFaultForm />
      </div>
    </Section>
  )
}

function FaultRow({ fault: { id, operation, event, code, behaviour, times, remaining, delay_ms } }: { fault: Fault }) {
  const t = useTranslations("Sandbox")
  const locale = useLocale()
  const errorMessage = useErrorMessage()
  const refresh = useRefreshSandbox()
  const [posted, action] = useActionState(endFaultWithoutScripts, null)
  // A fault that has had its last turn meanwhile is gone, as it should be.
  const end = trpc.sandboxControls.deleteFault.useMutation({ onSettled: refresh })
  const { failure, attempt } = resultOf(end, posted)
  const onSubmit = (submitted: FormEvent): void => {
    submitted.preventDefault()
    end.mutate({ id })
  }
  const name = operation ?? event ?? ""
  return (
    <li className="grid grid-cols-1 gap-2 px-3 py-2.5 sm:px-4" data-fault={name}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="flex min-w-0 flex-1 basis-64 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-mono text-sm font-medium wrap-anywhere">{name}</span>
          {code !== null && <Badge tone="danger">{responseLabel(code)}</Badge>}
          {behaviour !== null && behaviour !== "delay" && <Badge tone="marigold">{t(`behaviour_${behaviour}`)}</Badge>}
          {delay_ms > 0 && behaviour !== "out_of_order" && (
            <Badge tone="marigold">{t("late", { seconds: formatNumber(delay_ms / 1000, locale) })}</Badge>
          )}
        </div>
        <p className="text-sm text-muted tabular-nums">
          {t("remaining", { remaining: formatNumber(remaining, locale), times: formatNumber(times, locale) })}
        </p>
        <form action={action} data-once onSubmit={onSubmit}>
          <input type="hidden" name="id" value={id} />
          <Button type="submit" pending={end.isPending} aria-label={t("end_name", { name })}>
            {t("end")}
          </Button>
        </form>
      </div>
      {failure && failure.code !== "not_found" && <Alert key={attempt}>{errorMessage(failure)}</Alert>}
    </li>
  )
}
