import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { faultOperations } from "@/api/operation-problems"
import { SandboxView } from "@/app/(portal)/sandbox/sandbox-view"
import { portalMode, requireAccount } from "@/app/current-account"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { buttonClasses } from "@/ui/button-variant"
import { ClientMessages } from "@/ui/client-messages"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("Sandbox"))("title") }
}

async function SandboxPage() {
  await requireAccount("/sandbox")
  if ((await portalMode()) === "live") return <SwitchToSandbox />
  const portal = await portalQueries()
  const [timeZone] = await Promise.all([
    viewerTimeZone(),
    portal.sandboxControls.get.fetch(),
    portal.sandboxStore.products.fetch(),
  ])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["Sandbox", "Problems"]}>
        <SandboxView timeZone={timeZone} operations={faultOperations()} />
      </ClientMessages>
    </HydrateClient>
  )
}

/** Leads from live mode to the sandbox. */
async function SwitchToSandbox() {
  const t = await getTranslations("Sandbox")
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")} />
      <EmptyState
        sentence={t("live_mode_note")}
        action={
          <a href="/sandbox?mode=sandbox" className={buttonClasses("primary")}>
            {t("open")}
          </a>
        }
      />
    </>
  )
}

export default SandboxPage
