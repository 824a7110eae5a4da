import { isProblem } from "@/domain/problem"
import { type Checked, readSentText } from "@/trpc/checked-item"
import { ItemError } from "@/orders/batch-item"
import type { Queryable } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { type Idempotency, idempotent } from "@/platform/idempotency"

interface Failure {
  code: ItemError["code"]
  message: string
  details: { param: string; code: string; message: string }[]
}

interface ItemResult {
  external_id: string | null
  outcome: "done" | "repeated" | "failed"
  error: Failure | null
}

/**
 * Works on the valid items of a batch in one transaction, once for an Idempotency-Key. The references of the items make a
 * repeat without the key, or after a crash, do only what is not done yet.
 * @param work returns a result for each valid item, in their order
 * @param describe returns what a result has besides the outcome; null for a failed item
 */
export async function processBatch<
  Item extends { external_id: string },
  Done extends { repeated: boolean },
  Extra extends object,
>(
  items: readonly Checked<Item>[],
  idempotency: Idempotency | null,
  work: (tx: Queryable, valid: readonly Item[]) => Promise<(Done | ItemError)[]>,
  describe: (done: Done | null) => Extra,
): Promise<(ItemResult & Extra)[]> {
  const processed = await transaction((tx) =>
    idempotent(tx, idempotency, async () => {
      const valid = items.flatMap((each) => ("item" in each ? [each.item] : []))
      const outcomes = (valid.length > 0 ? await work(tx, valid) : []).values()
      return items.map((each) => {
        if (!("item" in each))
          return { ...failed(readSentText(each.raw, "external_id"), invalidItem(each.details)), ...describe(null) }
        const { value: outcome } = outcomes.next()
        if (outcome === undefined) throw new Error("an item of a batch has no outcome")
        const { external_id: externalId } = each.item
        return outcome instanceof ItemError
          ? { ...failed(externalId, failureOf(outcome)), ...describe(null) }
          : {
              external_id: externalId,
              outcome: outcome.repeated ? ("repeated" as const) : ("done" as const),
              error: null,
              ...describe(outcome),
            }
      })
    }),
  )
  if (isProblem(processed)) throw processed
  return processed
}

function failed(externalId: string | null, error: Failure): ItemResult {
  return { external_id: externalId, outcome: "failed", error }
}

function invalidItem(details: Failure["details"]): Failure {
  return { code: "validation_failed", message: "Some fields are not valid; see details.", details }
}

function failureOf({ code, message, param }: ItemError): Failure {
  return { code, message, details: param === null ? [] : [{ param, code, message }] }
}
