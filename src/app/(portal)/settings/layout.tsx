import type { ReactNode } from "react"
import { SettingsNav } from "@/app/(portal)/settings/settings-nav"
import { ClientMessages } from "@/ui/client-messages"

const SettingsLayout = ({ children }: { children: ReactNode }) => (
  <>
    <ClientMessages namespaces={["Settings"]}>
      <SettingsNav />
    </ClientMessages>
    {children}
  </>
)

export default SettingsLayout
