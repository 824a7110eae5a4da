import type { ReactNode } from "react"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { TimeZoneReporter } from "@/ui/time-zone-reporter"

const MailboxLayout = async ({ children }: { children: ReactNode }) => (
  <>
    <TimeZoneReporter clock={await viewerTimeZone()} />
    {children}
  </>
)

export default MailboxLayout
