"use client"

import { useTranslations } from "next-intl"
import { useRefreshStaff } from "@/app/(portal)/staff/use-refresh-staff"
import { DecisionMessageForm } from "@/app/(portal)/staff/decision-message-form"
import { type Locale, LOCALE_NAMES } from "@/domain/locale"
import { REVIEW_COMMENT_MAX } from "@/domain/oauth-app"
import type { ButtonVariant } from "@/ui/button"
import { trpc } from "@/ui/trpc"

type DecisionTarget =
  | { kind: "version"; version: string; submittedAt: string }
  | { kind: "suspend" | "reinstate"; clientId: string }
type Choice = "approve" | "request_changes" | "suspend" | "reinstate"

export interface ReviewTemplates {
  /** The language of the templates. */
  locale: Locale
  texts: readonly { label: string; text: string }[]
}

const CHOICES: Record<DecisionTarget["kind"], readonly (readonly [Choice, ButtonVariant])[]> = {
  version: [
    ["approve", "primary"],
    ["request_changes", "secondary"],
  ],
  suspend: [["suspend", "danger-outline"]],
  reinstate: [["reinstate", "primary"]],
}

/** A message to the developer, and the buttons that send it with a decision. */
export function DecisionForm({ decides: target, templates }: { decides: DecisionTarget; templates?: ReviewTemplates }) {
  const t = useTranslations("AppReviews")
  const refresh = useRefreshStaff()
  const onSuccess = (): void => void refresh()
  const decide = trpc.appReviews.decide.useMutation({ onSuccess })
  const suspend = trpc.appReviews.suspend.useMutation({ onSuccess })
  const reinstate = trpc.appReviews.reinstate.useMutation({ onSuccess })
  const send = (choice: Choice, message: string, options: { onSuccess: () => void }): void => {
    if (target.kind === "version") {
      const { version, submittedAt } = target
      const decision = choice === "approve" ? "approved" : "changes_requested"
      return decide.mutate({ version, submitted_at: submittedAt, decision, message }, options)
    }
    const change = target.kind === "suspend" ? suspend : reinstate
    change.mutate({ client_id: target.clientId, message }, options)
  }
  // After a version comes the next one in the queue; a suspension stays on the app's page.
  const version = target.kind === "version"
  return (
    <DecisionMessageForm
      label={t("message")}
      hint={t("message_hint")}
      missing={t("message_required")}
      staleMessage={t("stale")}
      maxLength={REVIEW_COMMENT_MAX}
      choices={CHOICES[target.kind].map(([choice, variant]) => ({ choice, variant, label: t(choice) }))}
      {...(version && {
        next: "/staff",
      })}
      {...(templates && {
        templates: {
          label: t("template", { language: LOCALE_NAMES[templates.locale] }),
          none: t("template_none"),
          ...templates,
        },
      })}
      decision={{ version: decide, suspend, reinstate }[target.kind]}
      send={send}
    />
  )
}
