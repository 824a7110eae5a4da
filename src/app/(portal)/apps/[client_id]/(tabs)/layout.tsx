import type { ReactNode } from "react"
import { AppHead } from "@/app/(portal)/apps/[client_id]/(tabs)/app-head"
import { loadApp } from "@/app/(portal)/apps/[client_id]/load-app"
import { currentAccount } from "@/app/current-account"
import { HydrateClient } from "@/app/hydration"
import { ClientMessages } from "@/ui/client-messages"

interface AppLayoutProps {
  params: Promise<{ client_id: string }>
  children: ReactNode
}

/** The head and the tabs of an app. */
async function AppLayout({ params, children }: AppLayoutProps) {
  const { client_id } = await params
  // The page sends a signed-out reader to the sign-in.
  if (!(await currentAccount())) return children
  await loadApp(client_id)
  return (
    <>
      <HydrateClient>
        <ClientMessages namespaces={["OauthApps"]}>
          <AppHead clientId={client_id} />
        </ClientMessages>
      </HydrateClient>
      {children}
    </>
  )
}

export default AppLayout
