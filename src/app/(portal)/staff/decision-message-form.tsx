"use client"

import { useRouter } from "next/navigation"
import { type FormEvent, useRef, useState } from "react"
import { insertTemplate } from "@/app/(portal)/staff/insert-template"
import type { Locale } from "@/domain/locale"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Button, type ButtonVariant } from "@/ui/button"
import { useErrorMessage } from "@/ui/error-message"
import { SelectField, TextField } from "@/ui/field"

interface DecisionMessageFormProps<Choice extends string> {
  label: string
  hint: string
  missing: string
  /** The message when the object of the decision has changed meanwhile. */
  staleMessage: string
  maxLength: number
  choices: readonly { choice: Choice; variant: ButtonVariant; label: string }[]
  templates?: { label: string; none: string; locale: Locale; texts: readonly { label: string; text: string }[] }
  /** The mutation to call, as returned by useMutation. */
  decision: { isPending: boolean; error: { message: string } | null; submittedAt: number }
  send: (choice: Choice, message: string, options: { onSuccess: () => void }) => void
  /** The page to open afterwards; without it the page stays. */
  next?: string
}

/** A message to a person, and the buttons that send it with a decision. */
export function DecisionMessageForm<Choice extends string>({
  label,
  hint,
  missing,
  staleMessage,
  maxLength,
  choices,
  templates,
  decision,
  send,
  next,
}: DecisionMessageFormProps<Choice>) {
  const errorMessage = useErrorMessage()
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const [message, setMessage] = useState("")
  const [empty, setEmpty] = useState(false)
  const [selected, setSelected] = useState<Choice | null>(null)
  const onSuccess = (): void => {
    setMessage("")
    if (next !== undefined) router.push(next)
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const submitter = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    const isEmpty = message.trim() === ""
    setEmpty(isEmpty)
    const choice = (submitter?.value ?? choices[0]?.choice) as Choice
    setSelected(choice)
    if (isEmpty) form.current?.querySelector("textarea")?.focus()
    else send(choice, message, { onSuccess })
  }

  const failure = decision.error && failureOf(decision.error)
  return (
    <form ref={form} method="post" noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
      {failure && (
        <Alert key={decision.submittedAt}>
          {failure.code === "invalid_state" || failure.code === "not_found" ? staleMessage : errorMessage(failure)}
        </Alert>
      )}
      {templates && (
        <SelectField
          label={templates.label}
          defaultValue=""
          onChange={({ target }) =>
            setMessage((current) =>
              insertTemplate(
                current,
                target.value,
                templates.texts.map(({ text }) => text),
              ),
            )
          }
        >
          <option value="">{templates.none}</option>
          {templates.texts.map(({ label: name, text }) => (
            <option key={name} value={text}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label={label}
        hint={hint}
        lang={templates?.texts.some(({ text }) => text === message) ? templates.locale : undefined}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
        rows={4}
        maxLength={maxLength}
        error={empty ? missing : undefined}
      />
      <div className="flex flex-wrap gap-3">
        {choices.map(({ choice, variant, label: name }) => (
          <Button
            key={choice}
            type="submit"
            value={choice}
            variant={variant}
            pending={decision.isPending && choice === selected}
            disabled={decision.isPending}
          >
            {name}
          </Button>
        ))}
      </div>
    </form>
  )
}
