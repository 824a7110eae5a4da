import type { ReactNode } from "react"
import { readersClock } from "@/app/time-zone"
import { ReadersTimeZone } from "@/ui/readers-time-zone"

const MailboxLayout = async ({ children }: { children: ReactNode }) => (
  <>
    <ReadersTimeZone clock={await readersClock()} />
    {children}
  </>
)

export default MailboxLayout
