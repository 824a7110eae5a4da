import type { ReactNode } from "react"
import { readersTimeZone } from "@/app/time-zone"
import { Queries } from "@/ui/queries"
import { ReadersTimeZone } from "@/ui/readers-time-zone"

const WebhooksLayout = async ({ children }: { children: ReactNode }) => (
  <Queries>
    <ReadersTimeZone known={await readersTimeZone()} />
    {children}
  </Queries>
)

export default WebhooksLayout
