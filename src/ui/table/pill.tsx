/** The look of a button of a toolbar. */
export const PILL_CLASSES =
  "inline-flex min-h-9 cursor-pointer items-center gap-1.5 rounded-lg border border-line-strong bg-surface px-3 text-sm whitespace-nowrap hover:bg-sunken"
