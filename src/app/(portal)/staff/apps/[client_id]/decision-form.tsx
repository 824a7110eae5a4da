"use client"

import { useTranslations } from "next-intl"
import { WordsForm } from "@/app/(portal)/staff/words-form"
import { REVIEW_WORDS_MAX } from "@/domain/oauth-app"
import { api } from "@/ui/api"
import type { ButtonLook } from "@/ui/button"

type Decides = { kind: "version"; version: string; submittedAt: string } | { kind: "suspend" | "reinstate"; clientId: string }
type Choice = "approve" | "request_changes" | "suspend" | "reinstate"

const TEMPLATES = ["good", "redirect", "scope", "name"] as const

const CHOICES: Record<Decides["kind"], readonly (readonly [Choice, ButtonLook])[]> = {
  version: [
    ["approve", "primary"],
    ["request_changes", "secondary"],
  ],
  suspend: [["suspend", "danger"]],
  reinstate: [["reinstate", "primary"]],
}

const send = (decides: Decides, choice: Choice, words: string): Promise<void> => {
  if (decides.kind === "version") {
    const { version, submittedAt } = decides
    return api.appReviews.decide.mutate({ version, submitted_at: submittedAt, decision: choice === "approve" ? "approved" : "changes_requested", words })
  }
  return api.appReviews[decides.kind].mutate({ client_id: decides.clientId, words })
}

/** Words to the developer, and the buttons that send them with a decision. */
export const DecisionForm = ({ decides }: { decides: Decides }) => {
  const t = useTranslations("AppReviews")
  // After a version comes the next one of the queue; a suspension shows on the app itself.
  const version = decides.kind === "version"
  return (
    <WordsForm
      label={t("words")}
      hint={t("words_hint")}
      missing={t("words_required")}
      gone={t("gone")}
      maxLength={REVIEW_WORDS_MAX}
      choices={CHOICES[decides.kind].map(([choice, look]) => ({ choice, look, label: t(choice) }))}
      {...(version && {
        next: "/staff",
        templates: { label: t("template"), none: t("template_none"), texts: TEMPLATES.map((template) => ({ label: t(`template_${template}`), text: t(`text_${template}`) })) },
      })}
      send={(choice, words) => send(decides, choice, words)}
    />
  )
}
