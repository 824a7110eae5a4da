import Link from "next/link"
import type { ReactNode } from "react"
import { BackIcon } from "@/ui/icons"

/** The link above a page's heading to the page that it belongs to, named by that page's title. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="link flex w-fit max-w-full items-center gap-1.5 text-sm">
      <BackIcon />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </Link>
  )
}
