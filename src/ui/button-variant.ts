/** `danger-outline` asks first, by a dialog whose own button is `danger` or for a message to the person concerned. */
export type ButtonVariant = "primary" | "secondary" | "danger" | "danger-outline" | "quiet"

const BASE_CLASSES =
  "inline-flex min-h-10 items-center justify-center gap-2 rounded-lg border px-4 py-1.5 text-sm font-medium no-underline transition-colors disabled:cursor-default disabled:opacity-60"

const VARIANT_CLASSES: Record<ButtonVariant, string> = {
  primary: "border-transparent bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border-line-strong bg-surface text-ink hover:bg-sunken",
  danger: "border-transparent bg-danger text-on-danger hover:bg-danger-strong",
  "danger-outline": "border-danger bg-surface text-danger-ink hover:bg-danger-soft",
  quiet: "border-transparent bg-transparent px-2.5 text-link hover:bg-indigo-soft",
}

/**
 * The classes of a button. Sign-in pages use them without the Button component, whose module imports the router's
 * links.
 */
export function buttonClasses(variant: ButtonVariant, className?: string): string {
  return [BASE_CLASSES, VARIANT_CLASSES[variant], className].filter(Boolean).join(" ")
}
