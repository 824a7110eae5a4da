import type { ReactNode } from "react"
import { BindDocument } from "@/app/(portal)/bind-document"
import { PageFooter } from "@/app/page-footer"
import { PageHeader } from "@/app/page-header"
import { HideOnStaffPages } from "@/app/(portal)/hide-on-staff-pages"
import { PortalMain } from "@/app/(portal)/portal-main"
import { PortalNav } from "@/app/(portal)/portal-nav"
import { SandboxBar } from "@/app/(portal)/sandbox-bar"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { currentAccount, portalMode } from "@/app/current-account"
import { ClientMessages } from "@/ui/client-messages"
import { TimeZoneReporter } from "@/ui/time-zone-reporter"
import { StepUp } from "@/ui/step-up"

async function PortalLayout({ children }: { children: ReactNode }) {
  const mode = await portalMode()
  return (
    <div data-portal className="flex min-h-dvh flex-col">
      <BindDocument mode={mode} />
      {mode === "sandbox" && (
        <HideOnStaffPages>
          <SandboxBar />
        </HideOnStaffPages>
      )}
      <TimeZoneReporter timeZone={await viewerTimeZone()} />
      <PageHeader portal />
      <div className="mx-auto grid w-full max-w-[90rem] flex-1 grid-cols-1 content-start gap-x-8 px-4 sm:px-6 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <ClientMessages namespaces={["Nav", "Mode"]}>
          <PortalNav mode={mode} />
        </ClientMessages>
        <ClientMessages namespaces={[]}>
          <PortalMain>{children}</PortalMain>
        </ClientMessages>
      </div>
      <ClientMessages namespaces={["StepUp", "SignedOut", "Problems"]}>
        <StepUp email={(await currentAccount())?.email ?? null} />
      </ClientMessages>
      <PageFooter portal />
    </div>
  )
}

export default PortalLayout
