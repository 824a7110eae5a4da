/** The look of a button in a row of a table. */
export const DENSE_BUTTON = { variant: "quiet", className: "min-h-8! px-2! py-0!" } as const
