"use client"

import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { EventPicker } from "@/app/(portal)/webhooks/event-picker"
import { NewSigningSecret } from "@/app/(portal)/webhooks/new-signing-secret"
import { useWebhooksOwner } from "@/app/(portal)/webhooks/owner-context"
import { useRefreshWebhooks } from "@/app/(portal)/webhooks/use-refresh-webhooks"
import { errorMessageKey } from "@/app/(portal)/webhooks/message-keys"
import type { Mode } from "@/domain/mode"
import type { WEBHOOK_EVENTS } from "@/domain/webhook-event"
import type { WebhookEndpoint } from "@/webhooks/endpoints/schema"
import { Alert } from "@/ui/alert"
import { type Failure, failureOf } from "@/ui/api"
import { ModeBadge } from "@/ui/badge"
import { Button, ButtonLink } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"
import { InputField } from "@/ui/field"
import { FormActions } from "@/ui/form-actions"
import { trpc } from "@/ui/trpc"

type EventType = (typeof WEBHOOK_EVENTS)[number]

interface EndpointFormProps {
  /** The endpoint to edit; null for a new one. */
  endpoint: WebhookEndpoint | null
  mode: Mode
  samples: Record<EventType, string>
}

type Errors = Partial<Record<"url" | "events", string>>

const URL_MAX = 2_000
const DESCRIPTION_MAX = 200

/** Creates or changes an endpoint. */
export function EndpointForm({ endpoint, mode, samples }: EndpointFormProps) {
  const t = useTranslations("Webhooks")
  const common = useTranslations("Common")
  const problems = useTranslations("Problems")
  const errorMessage = useErrorMessage()
  const router = useRouter()
  const { app, path, list } = useWebhooksOwner()
  const refreshWebhooks = useRefreshWebhooks()
  const [{ data: store }] = trpc.stores.own.useSuspenseQuery()
  const seller = store?.handles_orders ?? false
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const leave = (id: string): void => {
    router.push(`${path}/${id}`)
    refreshWebhooks()
  }
  const onError = (error: unknown): void => setErrors(errorsOf(failureOf(error)))
  const create = trpc.webhookEndpoints.create.useMutation({ onError })
  const update = trpc.webhookEndpoints.update.useMutation({ onSuccess: ({ data }) => leave(data.id), onError })
  const save = endpoint ? update : create

  useEffect(() => {
    form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus()
  }, [errors])

  const errorsOf = ({ details }: Failure): Errors => {
    const refused = details.find(({ param }) => param === "url")
    return {
      ...(refused && { url: t(errorMessageKey(refused.code)) }),
      ...(details.some(({ param }) => param.startsWith("events")) && { events: t("events_required") }),
    }
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = (name: string): string => ((data.get(name) as string | null) ?? "").trim()
    const input = {
      url: text("url"),
      description: text("description"),
      events: data.getAll("events") as EventType[],
    }
    const found: Errors = {
      ...(input.url === "" && { url: problems("required") }),
      ...(input.events.length === 0 && { events: t("events_required") }),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return
    if (endpoint) update.mutate({ id: endpoint.id, ...input })
    else create.mutate(input)
  }

  const failure = save.error && failureOf(save.error)
  return (
    <form ref={form} method="post" noValidate onSubmit={onSubmit} className="grid min-w-0 grid-cols-1 gap-5">
      {failure && Object.keys(errors).length === 0 && (
        <Alert key={save.submittedAt}>
          {failure.code === "invalid_state"
            ? t("too_many")
            : failure.code === "not_found"
              ? t("stale")
              : errorMessage(failure)}
        </Alert>
      )}
      {!endpoint && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          <ModeBadge livemode={mode === "live"} />
          <span>
            {t(mode === "live" ? "mode_live" : "mode_test")} {t("mode_fixed")}
          </span>
        </p>
      )}
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-5 xl:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-5">
          <InputField
            label={t("url")}
            name="url"
            type="url"
            inputMode="url"
            hint={t("url_hint")}
            defaultValue={endpoint?.url ?? ""}
            placeholder="https://example.com/webhooks/haat"
            maxLength={URL_MAX}
            autoComplete="off"
            spellCheck={false}
            required
            error={errors.url}
          />
          <InputField
            label={t("description")}
            name="description"
            optional
            hint={t("description_hint")}
            defaultValue={endpoint?.description ?? ""}
            maxLength={DESCRIPTION_MAX}
            autoComplete="off"
          />
        </div>
        <EventPicker
          chosen={endpoint?.events ?? [seller && app === null ? "seller.order.updated" : "order.created"]}
          samples={samples}
          seller={seller}
          error={errors.events}
        />
      </div>
      <FormActions>
        <Button type="submit" variant="primary" pending={save.isPending} disabled={save.isSuccess}>
          {t(endpoint ? "save" : "submit_add")}
        </Button>
        <ButtonLink href={endpoint ? `${path}/${endpoint.id}` : list}>{common("cancel")}</ButtonLink>
      </FormActions>
      {create.isSuccess && (
        <NewSigningSecret
          secret={create.data.data.secret}
          livemode={create.data.data.livemode}
          onLeave={() => leave(create.data.data.id)}
        />
      )}
    </form>
  )
}
