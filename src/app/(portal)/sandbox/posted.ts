import { type Failure, failureOf } from "@/ui/api"

/** The result of a form that was posted before any script had loaded, with the values of its fields. */
export type FormPostResult<Data> = ({ data: Data; failure: null } | { data: null; failure: Failure }) & {
  values: Record<string, string>
}

interface Mutation<Data> {
  data: Data | undefined
  error: unknown
  isIdle: boolean
  /** When it was sent, in milliseconds; 0 if it was not. */
  submittedAt: number
}

/** What a form shows: the result of its last call or, until there is one, of the posted form. */
export function resultOf<Data>(
  { data, error, isIdle, submittedAt }: Mutation<Data>,
  posted: FormPostResult<Data> | null,
): { data: Data | null; failure: Failure | null; attempt: number } {
  if (isIdle) return { data: posted?.data ?? null, failure: posted?.failure ?? null, attempt: 0 }
  return { data: data ?? null, failure: error ? failureOf(error) : null, attempt: submittedAt }
}

/** Whether a parameter was refused; "items.0.sku" is a part of "items". */
export function isRefused(failure: Failure | null, param: string): boolean {
  return failure?.details.some(({ param: refused }) => refused === param || refused.startsWith(`${param}.`)) ?? false
}
