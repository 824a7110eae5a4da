import type { ReactNode } from "react"

export type NoticeTone = "info" | "good" | "warning" | "danger"

const TONES: Record<NoticeTone, string> = {
  info: "bg-indigo-soft text-indigo-ink",
  good: "bg-neem-soft text-neem-ink",
  warning: "bg-marigold-soft text-marigold-ink",
  danger: "bg-danger-soft text-danger-ink",
}

interface NoticeProps {
  tone: NoticeTone
  title?: string
  children?: ReactNode
}

export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className={`grid gap-1 rounded-lg px-4 py-3 text-sm ${TONES[tone]}`}>
      {title !== undefined && <p className="font-semibold">{title}</p>}
      {children}
    </div>
  )
}
