"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { type SynonymRow, SynonymText } from "@/app/(portal)/staff/synonyms/synonym-text"
import { useSynonymMessage } from "@/app/(portal)/staff/synonyms/use-synonym-message"
import {
  splitWords,
  SYNONYM_KINDS,
  SYNONYM_MEANINGS_MAX,
  SYNONYM_WORDS_MAX,
  type Synonym,
  type SynonymKind,
  synonymProblems,
} from "@/domain/search-synonym"
import { Alert } from "@/ui/alert"
import { failureOf } from "@/ui/api"
import { Dialog } from "@/ui/dialog"
import { DialogForm } from "@/ui/dialog-form"
import { useErrorMessage } from "@/ui/error-message"
import { ChoiceField, TextField } from "@/ui/field"
import { useFieldErrors } from "@/ui/field-errors"
import { trpc } from "@/ui/trpc"

interface SynonymDialogProps {
  /** Null for a new one. */
  synonym: SynonymRow | null
  onClose: () => void
  onDone: () => void
}

/** What another person did to the synonym while it was edited here. */
type Meanwhile = { changed: SynonymRow } | "removed" | null

export function SynonymDialog({ synonym, onClose, onDone }: SynonymDialogProps) {
  const t = useTranslations("StaffSynonyms")
  const errorMessage = useErrorMessage()
  const { fieldErrors } = useSynonymMessage()
  const utils = trpc.useUtils()
  const { errors, validate, setServerErrors } = useFieldErrors()
  const [kind, setKind] = useState<SynonymKind>(synonym?.kind ?? "means")
  const [words, setWords] = useState(synonym?.words.join("\n") ?? "")
  const [means, setMeans] = useState(synonym?.means.join("\n") ?? "")
  const [meanwhile, setMeanwhile] = useState<Meanwhile>(null)
  const typed: Synonym = { kind, words: splitWords(words), means: kind === "means" ? splitWords(means) : [] }

  const onError = async (error: unknown): Promise<void> => {
    const { code, details } = failureOf(error)
    setServerErrors(fieldErrors(details, typed))
    if (synonym && code === "not_found") setMeanwhile("removed")
    if (synonym && code === "invalid_state")
      await utils.staffSynonyms.get.fetch({ id: synonym.id }, { staleTime: 0 }).then(
        ({ data }) => setMeanwhile({ changed: data }),
        (failure: unknown) => {
          if (failureOf(failure).code === "not_found") setMeanwhile("removed")
        },
      )
  }
  const options = { onSuccess: onDone, onError: (error: unknown) => void onError(error) }
  const add = trpc.staffSynonyms.add.useMutation(options)
  const update = trpc.staffSynonyms.update.useMutation(options)
  // Submitting resets both, so at most one has failed.
  const failed = add.error ? add : update

  const onSubmit = (form: HTMLFormElement): void => {
    if (!validate(form)) return
    const problems = synonymProblems(typed)
    if (problems.length > 0)
      return setServerErrors(
        fieldErrors(
          problems.map(({ field, index, code }) => ({ param: index === null ? field : `${field}.${index}`, code })),
          typed,
        ),
      )
    update.reset()
    add.reset()
    if (synonym === null || meanwhile === "removed") return add.mutate(typed)
    const base = meanwhile === null ? synonym : meanwhile.changed
    update.mutate({ ...typed, id: synonym.id, updated_at: base.updated_at })
  }

  const failure = failed.error && failureOf(failed.error)
  const title = synonym === null ? t("add_title") : t("edit_title")
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        submit={t(synonym === null ? "add_submit" : meanwhile === "removed" ? "add_again" : "save")}
        pending={add.isPending || update.isPending}
        onCancel={onClose}
      >
        {failure && Object.values(errors).every((error) => error === undefined) && (
          <Alert key={failed.submittedAt}>
            {meanwhile === "removed" ? (
              t("removed_meanwhile")
            ) : meanwhile !== null && failure.code === "invalid_state" ? (
              <div className="grid gap-2">
                <p>{t("changed_meanwhile")}</p>
                <SynonymText synonym={meanwhile.changed} />
              </div>
            ) : (
              errorMessage(failure)
            )}
          </Alert>
        )}
        <fieldset className="grid gap-2">
          <legend className="mb-1 text-sm font-medium">{t("kind")}</legend>
          {SYNONYM_KINDS.map((each) => (
            <ChoiceField
              key={each}
              type="radio"
              name="kind"
              value={each}
              label={t(`kind_${each}`)}
              hint={t(`kind_${each}_effect`)}
              checked={kind === each}
              onChange={() => setKind(each)}
            />
          ))}
        </fieldset>
        <TextField
          label={t("words")}
          hint={t("words_hint", { max: String(SYNONYM_WORDS_MAX) })}
          error={errors.words}
          name="words"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          rows={4}
          required
          spellCheck={false}
          autoCapitalize="none"
          data-first
        />
        {kind === "means" && (
          <TextField
            label={t("means")}
            hint={t("means_hint", { max: String(SYNONYM_MEANINGS_MAX) })}
            error={errors.means}
            name="means"
            value={means}
            onChange={(event) => setMeans(event.target.value)}
            rows={2}
            required
            spellCheck={false}
            autoCapitalize="none"
          />
        )}
      </DialogForm>
    </Dialog>
  )
}
