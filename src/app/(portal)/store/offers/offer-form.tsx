"use client"

import { useLocale, useTranslations } from "next-intl"
import { type FormEvent, useActionState, useEffect, useRef, useState } from "react"
import { OfferOutcome } from "@/app/(portal)/store/offers/offer-outcome"
import {
  followOffer,
  formOf,
  OFFER_FIELDS,
  type OfferErrors,
  type OfferField,
  type OfferFormState,
  parseOffer,
} from "@/app/(portal)/store/offers/offer-values"
import { saveOffer } from "@/app/(portal)/store/offers/save-offer"
import type { Mode } from "@/domain/mode"
import { PAISE_MAX } from "@/domain/order-limits"
import type { OfferResult, StoreOffer } from "@/features/seller-products/schema"
import { formatMoney, formatNumber } from "@/i18n/format"
import { type Failure, failureOf } from "@/ui/api"
import { CodeBlock } from "@/ui/code-block"
import { InputField } from "@/ui/field"
import { SubmitButton } from "@/ui/submit-button"
import { trpc } from "@/ui/trpc"

interface OfferFormProps {
  offer: StoreOffer
  mode: Mode
  baseUrl: string
}

/** Changes an offer's price, MRP and stock, unless it has changed since the page was loaded. */
export function OfferForm({ offer, mode, baseUrl }: OfferFormProps) {
  const t = useTranslations("StoreOffers")
  const locale = useLocale()
  const utils = trpc.useUtils()
  const [posted, action] = useActionState(saveOffer, null)
  const [{ version, before, values }, setForm] = useState<OfferFormState>(
    posted ? afterResult(posted.form, posted.result) : formOf(offer),
  )
  const [errors, setErrors] = useState<OfferErrors>(posted?.errors ?? {})
  const [outcome, setOutcome] = useState<{ failure: Failure | null; result: OfferResult | null }>(
    posted ?? { failure: null, result: null },
  )
  const form = useRef<HTMLFormElement>(null)
  const save = trpc.sellerProducts.offers.useMutation({
    onSuccess: ({ data: [result = null] }) => {
      setForm((typed) => afterResult(typed, result))
      setOutcome({ failure: null, result })
      void utils.storeOffers.invalidate()
      void utils.sandboxStore.invalidate()
    },
    onError: (error) => setOutcome({ failure: failureOf(error), result: null }),
  })

  useEffect(() => {
    form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus()
  }, [errors])

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const parsed = parseOffer(values)
    setErrors(parsed.errors)
    setOutcome({ failure: null, result: null })
    if (parsed.numbers) save.mutate({ offers: [{ sku: offer.sku, version, ...parsed.numbers }] })
  }
  const messageOf = (field: OfferField): string | undefined => {
    const error = errors[field]
    if (error === "stock") return t("error_stock", { max: formatNumber(PAISE_MAX, locale) })
    return error && t(`error_${error}`, { max: formatMoney(PAISE_MAX, locale) })
  }
  const field = (name: OfferField) => ({
    label: t(name),
    name,
    value: values[name],
    onChange: ({ target }: { target: HTMLInputElement }) =>
      setForm((last) => ({ ...last, values: { ...last.values, [name]: target.value } })),
    error: messageOf(name),
    autoComplete: "off",
    required: true,
  })
  return (
    <form ref={form} action={action} data-once noValidate onSubmit={onSubmit} className="grid gap-4">
      <OfferOutcome {...outcome} sentAt={save.submittedAt} />
      <input type="hidden" name="sku" value={offer.sku} />
      <input type="hidden" name="version" value={version} />
      {OFFER_FIELDS.map((name) => (
        <input key={name} type="hidden" name={`before_${name}`} value={before[name]} />
      ))}
      <div className="grid grid-cols-2 gap-4">
        <InputField {...field("price")} hint={t("price_hint")} inputMode="decimal" />
        <InputField {...field("mrp")} hint={t("mrp_hint")} inputMode="decimal" />
      </div>
      <InputField {...field("stock")} hint={t("stock_hint")} inputMode="numeric" />
      <div>
        <SubmitButton pending={save.isPending}>{t("save")}</SubmitButton>
      </div>
      <details>
        <summary className="w-fit rounded-lg py-1 text-sm font-medium">{t("as_curl")}</summary>
        <div className="mt-2 grid gap-2">
          <CodeBlock
            label={t("as_curl")}
            code={offerCurl(baseUrl, { sku: offer.sku, version, ...(parseOffer(values).numbers ?? {}) })}
          />
          <p className="text-xs text-muted">{t("as_curl_note", { mode })}</p>
        </div>
      </details>
    </form>
  )
}

/** The form after a result: a change that came meanwhile is taken over where nothing was typed. */
function afterResult(typed: OfferFormState, result: OfferResult | null): OfferFormState {
  if (!result?.offer) return typed
  return result.error ? followOffer(typed, result.offer) : formOf(result.offer)
}

function offerCurl(baseUrl: string, change: object): string {
  const quoted = JSON.stringify({ offers: [change] }).replaceAll("'", `'\\''`)
  return `curl -X PATCH "${baseUrl}/v1/seller/offers" \\\n  -H "Authorization: Bearer $HAAT_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '${quoted}'`
}
