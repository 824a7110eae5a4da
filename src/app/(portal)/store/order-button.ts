/** What each button of an order, or of a part of one, is told. */
export interface OrderButton {
  /** Whether the order, as it stands, can be moved so; a dialog that is open stays. */
  offered: boolean
  /** Whether a move of the order, or the list after it, is still on its way. */
  busy: boolean
  livemode: boolean
  /** Brings the list up to date. */
  refresh: () => void
}

/** A procedure that changes an order, as useMutation gives it. */
export interface OrderMutation<Input, Output = unknown> {
  mutate: (input: Input, options: { onSuccess?: (output: Output) => void; onError?: () => void }) => void
  isPending: boolean
  error: { message: string } | null
  submittedAt: number
  reset: () => void
}
