import type { Locale } from "@/domain/locale"
import { formatNumber } from "@/i18n/format"

/** What an order is of, in short: its first product, how many of it, and how many other products. */
export function itemsInWords(
  [first, ...others]: readonly { name: string; quantity: number }[],
  locale: Locale,
): string {
  if (first === undefined) return ""
  const quantity = first.quantity > 1 ? `${formatNumber(first.quantity, locale)} × ` : ""
  return `${quantity}${first.name}${others.length > 0 ? ` +${formatNumber(others.length, locale)}` : ""}`
}
