"use client"

import { useRouter } from "next/navigation"
import type { ReactNode } from "react"
import { Dialog } from "@/ui/dialog"

interface RequestDrawerProps {
  title: string
  /** The URL of the page without the drawer. */
  back: string
  children: ReactNode
}

/** A dialog at the side of the page, open while the URL says so. */
export function RequestDrawer({ title, back, children }: RequestDrawerProps) {
  const router = useRouter()
  return (
    <Dialog side title={title} onClose={() => router.push(back, { scroll: false })}>
      <div className="grid gap-5">{children}</div>
    </Dialog>
  )
}
