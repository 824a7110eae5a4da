/** What each button of an order, or of a part of one, is told. */
export interface OrderButton {
  /** Whether the order, as it stands, can be moved so; a dialog that is open stays. */
  offered: boolean
  /** Whether a move of the order, or the page after it, is still on its way. */
  busy: boolean
  livemode: boolean
  /** Brings the page up to date. */
  renew: () => void
}
