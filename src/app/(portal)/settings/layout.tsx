import type { ReactNode } from "react"
import { SettingsNav } from "@/app/(portal)/settings/settings-nav"
import { ClientMessages } from "@/ui/client-messages"
import { Queries } from "@/ui/queries"

const SettingsLayout = ({ children }: { children: ReactNode }) => (
  <>
    <ClientMessages namespaces={["Settings"]}>
      <SettingsNav />
    </ClientMessages>
    <Queries>{children}</Queries>
  </>
)

export default SettingsLayout
