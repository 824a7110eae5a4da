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

/** A mutation that changes an order, as returned by useMutation. */
export interface OrderMutation<Input, Output = unknown> {
  mutate: (input: Input, options: { onSuccess?: (output: Output) => void; onError?: () => void }) => void
  isPending: boolean
  error: { message: string } | null
  submittedAt: number
  reset: () => void
}
