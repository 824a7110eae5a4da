import type { ProductStatus } from "./catalogue"
import type { Random } from "./random"
import { DAY_MS } from "@/domain/time-units"

/** The last id used for each kind of row. */
export interface Ids {
  product: number
  image: number
  variant: number
}

export interface Life {
  status: ProductStatus
  ratingAverage: number
  ratingCount: number
  popularity: number
  publishedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** A long-tail distribution: most products sell little, a few sell a lot. */
export function drawLife(now: Date, demand: number, random: Random): Life {
  const status = random.weighted([
    ["active", 95],
    ["draft", 2],
    ["archived", 3],
  ] as const)
  const published = new Date(
    now.getTime() - Math.round(random.next() ** 1.4 * 728 * DAY_MS) - random.int(1, 12 * 3600) * 1000,
  )
  const createdAt = new Date(published.getTime() - random.int(1, 9 * 24 * 3600) * 1000)
  const updatedAt = new Date(published.getTime() + Math.round(random.next() * (now.getTime() - published.getTime())))
  if (status === "draft")
    return { status, ratingAverage: 0, ratingCount: 0, popularity: 0, publishedAt: null, createdAt, updatedAt }
  const days = (now.getTime() - published.getTime()) / DAY_MS
  const popularity = Math.round(Math.exp(random.normal() * 1.5 + 3.4) * demand * Math.min(1, 0.25 + days / 240))
  const ratingCount = Math.floor(popularity * (0.1 + random.next() * 0.4))
  const spread = 0.28 + 0.5 / Math.sqrt(1 + ratingCount)
  const ratingAverage =
    ratingCount === 0 ? 0 : Math.min(5, Math.max(1, Math.round((4.15 + random.normal() * spread) * 10) / 10))
  return { status, ratingAverage, ratingCount, popularity, publishedAt: published, createdAt, updatedAt }
}
