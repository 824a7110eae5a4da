/** Days that usage is stored (docs/storage.md). */
export const USAGE_DAYS = 400

/** The periods of usage that end now. */
export const USAGE_RANGES = ["24h", "7d", "30d"] as const
export type UsageRangeName = (typeof USAGE_RANGES)[number]
