"use client"

import { useLocale, useTranslations } from "next-intl"
import { useState } from "react"
import { Credentials } from "@/app/(portal)/apps/[client_id]/credentials"
import { CreateTestClient, EditTestClient } from "@/app/(portal)/apps/[client_id]/(tabs)/test/test-client-dialog"
import { TryOut } from "@/app/(portal)/apps/[client_id]/(tabs)/test/try-out"
import { ConfirmButton } from "@/app/(portal)/apps/confirm-button"
import { NewClientSecret } from "@/app/(portal)/apps/new-secret"
import { useRefreshApps } from "@/app/(portal)/apps/use-refresh-apps"
import { Detail, DetailList, UriList } from "@/app/(portal)/apps/version-details"
import { TEST_CLIENT_SCOPES } from "@/domain/scope"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { NewApp, OauthApp, TestClient as Client } from "@/features/oauth-apps/schema"
import { pluralValues } from "@/i18n/format"
import { failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { Disclosure } from "@/ui/disclosure"
import { trpc } from "@/ui/trpc"

interface TestClientProps {
  app: OauthApp
  timeZone: ViewerTimeZone
  authorizeUrl: string
}

/** The test client of an app, or a button that creates it. */
export function TestClient({ app, timeZone, authorizeUrl }: TestClientProps) {
  const t = useTranslations("OauthApps")
  const refreshApps = useRefreshApps()
  const [creating, setCreating] = useState(false)
  const [created, setCreated] = useState<NewApp | null>(null)
  const leave = (): void => {
    setCreating(false)
    setCreated(null)
    void refreshApps()
  }
  const onCreated = (result: NewApp): void => (result.secret === null ? leave() : setCreated(result))
  return (
    <>
      {app.status === "suspended" && <p className="text-sm">{t("test_suspended")}</p>}
      {app.test_client ? (
        <TestClientDetails app={app} testClient={app.test_client} timeZone={timeZone} authorizeUrl={authorizeUrl} />
      ) : (
        <Button onClick={() => setCreating(true)} className="w-fit">
          {t("test_create")}
        </Button>
      )}
      {creating && !created && <CreateTestClient app={app} onClose={() => setCreating(false)} onCreated={onCreated} />}
      {created?.secret != null && <NewClientSecret secret={created.secret} livemode={false} onLeave={leave} />}
    </>
  )
}

function TestClientDetails({ app, testClient, timeZone, authorizeUrl }: TestClientProps & { testClient: Client }) {
  const t = useTranslations("OauthApps")
  const locale = useLocale()
  const refreshApps = useRefreshApps()
  const [editing, setEditing] = useState(false)
  const removal = trpc.oauthApps.deleteTestClient.useMutation()
  // One that was deleted in another tab counts as deleted.
  const remove = (): Promise<unknown> =>
    removal.mutateAsync({ client_id: app.client_id }).catch((error: unknown) => {
      if (failureOf(error).code !== "not_found") throw error
    })
  const current = app.live ?? app.open
  return (
    <>
      <Credentials
        clientId={testClient.client_id}
        name={app.name}
        type={app.type}
        livemode={false}
        secrets={testClient.secrets}
        timeZone={timeZone}
      />
      <DetailList className="border-t border-line pt-4">
        <Detail name={t("redirects")}>
          <UriList uris={testClient.redirect_uris} />
          <p className="mt-1 text-xs text-muted">{t("any_port")}</p>
        </Detail>
        <Detail name={t("post_logout")}>
          <UriList uris={testClient.post_logout_redirect_uris} />
        </Detail>
      </DetailList>
      {current && testClient.redirect_uris.length > 0 && (
        <Disclosure open={false} className="min-w-0 border-t border-line pt-4">
          <summary className="link w-fit cursor-pointer text-sm">{t("test_try")}</summary>
          <div className="mt-3 min-w-0">
            <TryOut
              authorizeUrl={authorizeUrl}
              clientId={testClient.client_id}
              redirectUris={testClient.redirect_uris}
              scopes={[...current.required_scopes, ...current.optional_scopes, ...TEST_CLIENT_SCOPES]}
            />
          </div>
        </Disclosure>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
        <Button onClick={() => setEditing(true)}>{t("test_edit")}</Button>
        <ConfirmButton
          label={t("test_delete")}
          title={t("test_delete_title", { name: app.name })}
          livemode={false}
          text={t("test_delete_text")}
          submit={t("test_delete_submit")}
          staleMessage={t("stale")}
          act={remove}
          onDone={() => void refreshApps()}
        />
        <p className="text-sm text-muted">{t("people", pluralValues(testClient.people, locale))}</p>
      </div>
      {editing && (
        <EditTestClient
          clientId={app.client_id}
          testClient={testClient}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false)
            void refreshApps()
          }}
        />
      )}
    </>
  )
}
