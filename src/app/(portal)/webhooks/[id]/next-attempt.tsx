"use client"

import { useTranslations } from "next-intl"
import { useEffect, useState } from "react"

const SECOND_MS = 1000
const UNITS = [
  ["s", 1],
  ["min", 60],
  ["h", 3_600],
  ["d", 86_400],
] as const

/** Up to this many of a unit before the next larger one is used. */
const ROUNDED_AFTER = 1.5

interface NextAttemptProps {
  at: string
  /** The time in full. */
  title: string
  /** Whether pending deliveries are sent. */
  sending: boolean
  /** When the delivery was read, in milliseconds: the time of the first rendering. */
  readAt: number
}

/** How long it is until a delivery's next attempt. It counts down each second, in a width of its own. */
export function NextAttempt({ at, title, sending, readAt }: NextAttemptProps) {
  const t = useTranslations("Webhooks")
  const [now, setNow] = useState(readAt)
  useEffect(() => {
    if (!sending) return
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [sending])
  if (!sending) return <span title={t("paused_delivery")}>{t("when_resumed")}</span>
  const seconds = Math.ceil((Date.parse(at) - now) / SECOND_MS)
  const [unit, length] = UNITS.findLast(([, size]) => seconds >= (size === 1 ? 1 : size * ROUNDED_AFTER)) ?? ["s", 1]
  return (
    <time dateTime={at} title={title} className="inline-block w-22 tabular-nums">
      {seconds <= 0 ? t("due_now") : t(`due_in_${unit}`, { n: Math.round(seconds / length) })}
    </time>
  )
}
