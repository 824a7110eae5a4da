import type { ReactNode } from "react"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { TimeZoneReporter } from "@/ui/time-zone-reporter"

async function MailboxLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <TimeZoneReporter timeZone={await viewerTimeZone()} />
      {children}
    </>
  )
}

export default MailboxLayout
