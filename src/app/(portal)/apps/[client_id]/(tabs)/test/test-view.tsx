"use client"

import { useTranslations } from "next-intl"
import { RedirectChecker } from "@/app/(portal)/apps/[client_id]/(tabs)/test/redirect-checker"
import { TestClient } from "@/app/(portal)/apps/[client_id]/(tabs)/test/test-client"
import { Testers } from "@/app/(portal)/apps/[client_id]/(tabs)/test/testers"
import { TryOut } from "@/app/(portal)/apps/[client_id]/(tabs)/test/try-out"
import { appTabPath } from "@/app/(portal)/apps/[client_id]/app-tab"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { ButtonLink } from "@/ui/button"
import { Section } from "@/ui/section"
import { trpc } from "@/ui/trpc"

interface TestViewProps {
  clientId: string
  timeZone: ViewerTimeZone
  authorizeUrl: string
}

/** Everything to try an app with: its sign-in, its redirect URIs, a client for the sandbox, and testers. */
export function TestView({ clientId, timeZone, authorizeUrl }: TestViewProps) {
  const t = useTranslations("OauthApps")
  const [{ data: app }] = trpc.oauthApps.get.useSuspenseQuery({ client_id: clientId })
  // OAuth requests use the approved version, or else the newest.
  const current = app.live ?? app.open
  const scopes = current ? [...current.required_scopes, ...current.optional_scopes] : []
  return (
    <>
      <Section title={t("try")} lead={t("try_lead")}>
        {current && current.redirect_uris.length > 0 && scopes.length > 0 ? (
          <TryOut
            authorizeUrl={authorizeUrl}
            clientId={clientId}
            redirectUris={current.redirect_uris}
            scopes={scopes}
            primary
          />
        ) : (
          <>
            <p className="text-sm">{t("try_missing")}</p>
            <ButtonLink href={appTabPath(clientId, "settings")} variant="primary" className="w-fit">
              {t("complete")}
            </ButtonLink>
          </>
        )}
      </Section>
      {current && current.redirect_uris.length > 0 && (
        <Section title={t("check")} lead={t("check_hint")}>
          <RedirectChecker redirectUris={current.redirect_uris} anyPort={current.loopback_any_port} />
        </Section>
      )}
      <Section wide title={t("test_client")} lead={t("test_lead")}>
        <TestClient app={app} timeZone={timeZone} authorizeUrl={authorizeUrl} />
      </Section>
      <Section title={t("testers")} lead={t("testers_lead")}>
        <Testers clientId={clientId} testers={app.testers} />
      </Section>
    </>
  )
}
