"use server"

import { readClockForm, readFaultForm, readPlaceForm } from "@/app/(portal)/sandbox/read-forms"
import type { FormPostResult } from "@/app/(portal)/sandbox/posted"
import { portal } from "@/app/current-account"
import { fieldText, outcomeOf } from "@/app/form-result"
import type { PortalOutputs } from "@/ui/api"

// The forms' actions while no script has loaded.

export async function placeWithoutScripts(
  _last: unknown,
  form: unknown,
): Promise<FormPostResult<PortalOutputs["sandboxOrders"]["place"]>> {
  const { sandboxOrders } = await portal()
  return posted(form, (fields) => sandboxOrders.place(readPlaceForm(fields)))
}

export async function moveClockWithoutScripts(
  _last: unknown,
  form: unknown,
): Promise<FormPostResult<PortalOutputs["sandboxControls"]["moveClock"]>> {
  const { sandboxControls } = await portal()
  return posted(form, (fields) => sandboxControls.moveClock(readClockForm(fields)))
}

export async function createFaultWithoutScripts(
  _last: unknown,
  form: unknown,
): Promise<FormPostResult<PortalOutputs["sandboxControls"]["createFault"]>> {
  const { sandboxControls } = await portal()
  return posted(form, (fields) => sandboxControls.createFault(readFaultForm(fields)))
}

export async function endFaultWithoutScripts(_last: unknown, form: unknown): Promise<FormPostResult<void>> {
  const { sandboxControls } = await portal()
  return posted(form, () => sandboxControls.deleteFault({ id: fieldText(form, "id") }))
}

export async function resetWithoutScripts(
  _last: unknown,
  form: unknown,
): Promise<FormPostResult<PortalOutputs["sandboxControls"]["reset"]>> {
  const { sandboxControls } = await portal()
  return posted(form, () => sandboxControls.reset())
}

/** An action can be called with something other than a form, which counts as one without fields. */
async function posted<Data>(form: unknown, call: (form: FormData) => Promise<Data>): Promise<FormPostResult<Data>> {
  const fields = form instanceof FormData ? form : new FormData()
  const values = Object.fromEntries(
    [...fields].filter((field): field is [string, string] => typeof field[1] === "string"),
  )
  return { ...(await outcomeOf(call(fields))), values }
}
