/** The props of each button of an order or a seller order. */
export interface OrderButton {
  /** Whether the order's status allows the action; an open dialog stays. */
  offered: boolean
  /** Whether an action on the order, or the reload of the list, is pending. */
  busy: boolean
  livemode: boolean
  /** Reloads the list. */
  refresh: () => void
  /** Whether the button is in a row of a table. */
  dense?: boolean
}

/** The look of a button in a row of a table. */
export const DENSE_BUTTON = { variant: "quiet", className: "min-h-8! px-2! py-0!" } as const

/** A mutation that changes an order, as returned by useMutation. */
export interface OrderMutation<Input, Output = unknown> {
  mutate: (input: Input, options: { onSuccess?: (output: Output) => void; onError?: () => void }) => void
  isPending: boolean
  error: { message: string } | null
  submittedAt: number
  reset: () => void
}
