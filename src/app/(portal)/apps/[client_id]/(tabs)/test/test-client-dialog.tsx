"use client"

import { useTranslations } from "next-intl"
import { useEffect, useRef, useState } from "react"
import { useFieldError } from "@/app/(portal)/apps/[client_id]/(tabs)/settings/field-error"
import {
  type AppFormErrors,
  readRedirects,
  redirectProblemsOf,
} from "@/app/(portal)/apps/[client_id]/(tabs)/settings/read-app-form"
import type { NewApp, OauthApp, TestClient } from "@/features/oauth-apps/schema"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Dialog } from "@/ui/dialog"
import { DialogForm } from "@/ui/dialog-form"
import { useErrorMessage } from "@/ui/error-message"
import { TextField } from "@/ui/field"
import { trpc } from "@/ui/trpc"

const LOOPBACK = ["http://127.0.0.1/callback", "http://localhost/callback"]

interface CreateTestClientProps {
  app: OauthApp
  onClose: () => void
  onCreated: (created: NewApp) => void
}

/** Asks for the redirect URIs of a new test client. */
export function CreateTestClient({ app, onClose, onCreated }: CreateTestClientProps) {
  const t = useTranslations("OauthApps")
  const create = trpc.oauthApps.createTestClient.useMutation({ onSuccess: ({ data }) => onCreated(data) })
  return (
    <Dialog title={t("test_create_title", { name: app.name })} livemode={false} onClose={onClose}>
      <RedirectsForm
        clientId={app.client_id}
        redirects={{ redirect_uris: LOOPBACK, post_logout_redirect_uris: [] }}
        submit={t("test_create")}
        save={create}
        onCancel={onClose}
      />
    </Dialog>
  )
}

interface EditTestClientProps {
  clientId: string
  testClient: TestClient
  onClose: () => void
  onSaved: () => void
}

/** Changes the redirect URIs of a test client. */
export function EditTestClient({ clientId, testClient, onClose, onSaved }: EditTestClientProps) {
  const t = useTranslations("OauthApps")
  const save = trpc.oauthApps.updateTestClient.useMutation({ onSuccess: onSaved })
  return (
    <Dialog title={t("test_edit_title")} livemode={false} onClose={onClose}>
      <RedirectsForm clientId={clientId} redirects={testClient} submit={t("save")} save={save} onCancel={onClose} />
    </Dialog>
  )
}

type Redirects = Pick<TestClient, "redirect_uris" | "post_logout_redirect_uris">

interface RedirectsFormProps {
  /** Of the app. */
  clientId: string
  redirects: Redirects
  submit: string
  save:
    | ReturnType<typeof trpc.oauthApps.createTestClient.useMutation>
    | ReturnType<typeof trpc.oauthApps.updateTestClient.useMutation>
  onCancel: () => void
}

function RedirectsForm({ clientId, redirects, submit, save, onCancel }: RedirectsFormProps) {
  const t = useTranslations("OauthApps")
  const errorMessage = useErrorMessage()
  const errorOf = useFieldError()
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<AppFormErrors>({})
  const failure = save.error && failureOf(save.error)

  useEffect(() => {
    form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus()
  }, [errors])

  const onSubmit = (element: HTMLFormElement): void => {
    const fields = readRedirects(new FormData(element))
    const found = redirectProblemsOf(fields)
    setErrors(found)
    if (Object.keys(found).length === 0) save.mutate({ client_id: clientId, ...fields })
  }

  return (
    <DialogForm
      ref={form}
      onSubmit={onSubmit}
      submit={submit}
      pending={save.isPending}
      disabled={save.isSuccess}
      onCancel={onCancel}
    >
      {failure && (
        <Alert key={save.submittedAt}>
          {failure.code === "invalid_state" || failure.code === "not_found" ? t("stale") : errorMessage(failure)}
        </Alert>
      )}
      <TextField
        label={t("redirects")}
        name="redirect_uris"
        hint={t("test_redirects_hint")}
        defaultValue={redirects.redirect_uris.join("\n")}
        rows={Math.max(3, redirects.redirect_uris.length + 1)}
        spellCheck={false}
        className="font-mono text-sm"
        data-first
        error={errorOf(errors.redirect_uris)}
      />
      <TextField
        label={t("post_logout")}
        name="post_logout_redirect_uris"
        hint={t("post_logout_hint")}
        defaultValue={redirects.post_logout_redirect_uris.join("\n")}
        rows={2}
        optional
        spellCheck={false}
        className="font-mono text-sm"
        error={errorOf(errors.post_logout_redirect_uris)}
      />
    </DialogForm>
  )
}
