import { problemCodeOf } from "@/app/(portal)/sandbox/fault-response"
import { DAY_MS } from "@/domain/time-units"
import { WEBHOOK_EVENTS } from "@/domain/webhook-event"
import type { PortalInputs } from "@/ui/api"
import { oneOf } from "@/ui/query-url"

// The input of each form, read from its fields: in the browser, or on the server if no script has loaded. The procedures
// validate it.

const PAYMENTS = ["paid", "pending", "failed"] as const
const BUYERS = ["fixture", "me"] as const
export const BEHAVIOURS = ["duplicate", "out_of_order", "delay"] as const

function textOf(value: FormDataEntryValue | null | undefined): string {
  return typeof value === "string" ? value.trim() : ""
}
/** NaN for text that is no number, which the procedures refuse. */
function numberOf(value: FormDataEntryValue | null | undefined): number {
  const text = textOf(value)
  return text === "" ? NaN : Number(text)
}
function millisecondsOf(value: FormDataEntryValue | null): number {
  return textOf(value) === "" ? 0 : Math.round(numberOf(value) * 1000)
}

/** An item without a SKU is one of the form's default. */
export function readPlaceForm(form: FormData): PortalInputs["sandboxOrders"]["place"] {
  const quantities = form.getAll("quantity")
  return {
    buyer: oneOf(BUYERS, textOf(form.get("buyer"))) ?? "fixture",
    payment: oneOf(PAYMENTS, textOf(form.get("payment"))) ?? "paid",
    items: form.getAll("sku").map((sku, index) => ({
      sku: textOf(sku) || textOf(form.get("default_sku")),
      quantity: numberOf(quantities[index]),
    })),
  }
}

/** A duration, or whole days from the date that the clock shows to the chosen one: the time of day stays. */
export function readClockForm(form: FormData): PortalInputs["sandboxControls"]["moveClock"] {
  const advance = textOf(form.get("advance"))
  if (advance !== "") return { advance }
  const days = (Date.parse(textOf(form.get("until"))) - Date.parse(textOf(form.get("today")))) / DAY_MS
  return { advance: days > 0 ? `P${Math.round(days)}D` : "P0D" }
}

export function readFaultForm(form: FormData): PortalInputs["sandboxControls"]["createFault"] {
  const times = numberOf(form.get("times"))
  const event = oneOf(WEBHOOK_EVENTS, textOf(form.get("event")))
  const behaviour = oneOf(BEHAVIOURS, textOf(form.get("behaviour")))
  if (event !== undefined && behaviour !== undefined)
    // A duplicate is delivered without a delay.
    return { event, behaviour, times, delay_ms: behaviour === "duplicate" ? 0 : millisecondsOf(form.get("delay")) }
  const code = problemCodeOf(textOf(form.get("response")))
  return {
    operation: textOf(form.get("operation")),
    ...(code !== undefined && { code }),
    times,
    delay_ms: millisecondsOf(form.get("delay")),
  }
}
