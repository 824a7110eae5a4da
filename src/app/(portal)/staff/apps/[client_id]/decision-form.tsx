"use client"

import { useTranslations } from "next-intl"
import { WordsForm } from "@/app/(portal)/staff/words-form"
import { type Locale, LOCALE_NAMES } from "@/domain/locale"
import { REVIEW_WORDS_MAX } from "@/domain/oauth-app"
import { api } from "@/ui/api"
import type { ButtonLook } from "@/ui/button"

type Decides =
  | { kind: "version"; version: string; submittedAt: string }
  | { kind: "suspend" | "reinstate"; clientId: string }
type Choice = "approve" | "request_changes" | "suspend" | "reinstate"

export interface ReviewTemplates {
  /** The language that their texts are in. */
  locale: Locale
  texts: readonly { label: string; text: string }[]
}

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
    return api.appReviews.decide.mutate({
      version,
      submitted_at: submittedAt,
      decision: choice === "approve" ? "approved" : "changes_requested",
      words,
    })
  }
  return api.appReviews[decides.kind].mutate({ client_id: decides.clientId, words })
}

/** Words to the developer, and the buttons that send them with a decision. */
export const DecisionForm = ({ decides, templates }: { decides: Decides; templates?: ReviewTemplates }) => {
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
      })}
      {...(templates && {
        templates: {
          label: t("template", { language: LOCALE_NAMES[templates.locale] }),
          none: t("template_none"),
          ...templates,
        },
      })}
      send={(choice, words) => send(decides, choice, words)}
    />
  )
}
