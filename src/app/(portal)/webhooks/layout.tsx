import type { ReactNode } from "react"
import { Queries } from "@/ui/queries"

const WebhooksLayout = ({ children }: { children: ReactNode }) => <Queries>{children}</Queries>

export default WebhooksLayout
