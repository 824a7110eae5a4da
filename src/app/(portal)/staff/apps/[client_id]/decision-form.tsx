"use client"

import { useMutation } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { type FormEvent, useRef, useState } from "react"
import { REVIEW_WORDS_MAX } from "@/domain/oauth-app"
import { Alert } from "@/ui/alert"
import { api, failureOf } from "@/ui/api"
import { Button, type ButtonLook } from "@/ui/button"
import { useFailureWords } from "@/ui/failure-words"
import { SelectField, TextField } from "@/ui/field"

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
  const failureWords = useFailureWords()
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const [words, setWords] = useState("")
  const [missing, setMissing] = useState(false)
  // After a version comes the next one of the queue; a suspension shows on the app itself.
  const next = (): void => {
    if (decides.kind === "version") router.push("/staff")
    router.refresh()
  }
  const decision = useMutation({ mutationFn: (choice: Choice) => send(decides, choice, words), onSuccess: next })

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const pressed = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    const empty = words.trim() === ""
    setMissing(empty)
    if (empty) form.current?.querySelector("textarea")?.focus()
    else decision.mutate((pressed?.value ?? CHOICES[decides.kind][0]?.[0]) as Choice)
  }

  const failure = decision.error && failureOf(decision.error)
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
      {failure && <Alert key={decision.submittedAt}>{failure.code === "invalid_state" || failure.code === "not_found" ? t("gone") : failureWords(failure)}</Alert>}
      {decides.kind === "version" && (
        <SelectField label={t("template")} defaultValue="" onChange={(event) => setWords(event.target.value)}>
          <option value="">{t("template_none")}</option>
          {TEMPLATES.map((template) => (
            <option key={template} value={t(`text_${template}`)}>
              {t(`template_${template}`)}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label={t("words")}
        hint={t("words_hint")}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        rows={4}
        maxLength={REVIEW_WORDS_MAX}
        error={missing ? t("words_required") : undefined}
      />
      <div className="flex flex-wrap gap-3">
        {CHOICES[decides.kind].map(([choice, look]) => (
          <Button key={choice} type="submit" value={choice} look={look} disabled={decision.isPending}>
            {t(choice)}
          </Button>
        ))}
      </div>
    </form>
  )
}
