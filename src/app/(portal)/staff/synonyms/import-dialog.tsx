"use client"

import { useLocale, useTranslations } from "next-intl"
import { type ChangeEvent, useId, useState } from "react"
import { useSynonymMessage } from "@/app/(portal)/staff/synonyms/use-synonym-message"
import { parseSynonymFile, SYNONYM_FILE_MAX } from "@/domain/search-synonym"
import { formatNumber } from "@/i18n/format"
import { Alert } from "@/ui/alert"
import { type Failure, failureOf } from "@/ui/api"
import { Dialog } from "@/ui/dialog"
import { DialogForm } from "@/ui/dialog-form"
import { useErrorMessage } from "@/ui/error-message"
import { ChoiceField, FieldError } from "@/ui/field"
import { trpc } from "@/ui/trpc"

interface ImportDialogProps {
  onClose: () => void
  onDone: (message: string) => void
}

type Mode = "add" | "replace"

interface SelectedFile {
  name: string
  text: string
}

/** Checks a file, shows what it would change, and applies it if nothing changed meanwhile. */
export function ImportDialog({ onClose, onDone }: ImportDialogProps) {
  const t = useTranslations("StaffSynonyms")
  const locale = useLocale()
  const [file, setFile] = useState<SelectedFile | null>(null)
  const [fileError, setFileError] = useState<string>()
  const [mode, setMode] = useState<Mode>("add")
  const preview = trpc.staffSynonyms.previewImport.useMutation()
  const apply = trpc.staffSynonyms.import.useMutation({
    onSuccess: ({ added, removed }) =>
      onDone(t("imported", { added: formatNumber(added, locale), removed: formatNumber(removed, locale) })),
  })
  const reset = (): void => {
    preview.reset()
    apply.reset()
  }

  const select = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const selected = event.target.files?.[0]
    if (!selected) return
    reset()
    const text = selected.size > SYNONYM_FILE_MAX * 4 ? null : await selected.text()
    if (text === null || text.length > SYNONYM_FILE_MAX) return setFileError(t("file_too_large"))
    if (text.includes("\uFFFD") || text.includes("\0")) return setFileError(t("file_encoding"))
    setFileError(undefined)
    setFile({ name: selected.name, text })
  }
  const failed = apply.error ? apply : preview
  const failure = failed.error && failureOf(failed.error)
  const checked = failure ? undefined : preview.data
  const onSubmit = (): void => {
    if (!file) return setFileError(t("file_required"))
    if (checked) return apply.mutate({ file: file.text, mode, state: checked.state })
    reset()
    preview.mutate({ file: file.text, mode })
  }

  return (
    <Dialog title={t("import_title")} onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        submit={t(checked ? "import_apply" : "import_check")}
        variant={checked && checked.removed > 0 ? "danger" : "primary"}
        pending={preview.isPending || apply.isPending}
        onCancel={onClose}
      >
        {failure && (
          <Alert key={failed.submittedAt}>
            {failure.code === "invalid_state" ? t("import_changed") : <ImportFailure failure={failure} file={file} />}
          </Alert>
        )}
        <p className="text-sm text-muted">{t("import_lead")}</p>
        <FileInput name={file?.name ?? null} error={fileError} onChange={(event) => void select(event)} />
        <fieldset className="grid gap-2">
          <legend className="mb-1 text-sm font-medium">{t("mode")}</legend>
          {(["add", "replace"] as const).map((each) => (
            <ChoiceField
              key={each}
              type="radio"
              name="mode"
              value={each}
              label={t(`mode_${each}`)}
              hint={t(`mode_${each}_hint`)}
              checked={mode === each}
              onChange={() => {
                setMode(each)
                reset()
              }}
            />
          ))}
        </fieldset>
        {checked && (
          <p role="status">
            {t("preview", {
              added: formatNumber(checked.added, locale),
              removed: formatNumber(checked.removed, locale),
              unchanged: formatNumber(checked.unchanged, locale),
            })}
          </p>
        )}
      </DialogForm>
    </Dialog>
  )
}

interface FileInputProps {
  name: string | null
  error: string | undefined
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

function FileInput({ name, error, onChange }: FileInputProps) {
  const t = useTranslations("StaffSynonyms")
  const id = useId()
  return (
    <div className="grid gap-1">
      {/* Browsers label their own file button in their own language. */}
      <div className="flex flex-wrap items-center gap-3">
        <div>
          <input
            id={id}
            type="file"
            accept=".csv,text/csv"
            aria-invalid={error !== undefined || undefined}
            aria-describedby={`${id}-name${error === undefined ? "" : ` ${id}-error`}`}
            onChange={onChange}
            className="peer sr-only"
            data-first
          />
          <label
            htmlFor={id}
            className="inline-flex min-h-10 cursor-pointer items-center rounded-lg border border-line-strong bg-surface px-4 py-1.5 text-sm font-medium text-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-link hover:bg-sunken"
          >
            {t("file_choose")}
          </label>
        </div>
        <p id={`${id}-name`} className="min-w-0 text-sm text-muted wrap-anywhere">
          {name ?? t("file_none")}
        </p>
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

/** What is wrong with the file, line by line. */
function ImportFailure({ failure, file }: { failure: Failure; file: SelectedFile | null }) {
  const t = useTranslations("StaffSynonyms")
  const errorMessage = useErrorMessage()
  const { messageOf } = useSynonymMessage()
  const details = failure.details.flatMap((detail) => {
    const line = /^lines\.(\d+)\./.exec(detail.param)?.[1]
    return line === undefined ? [] : [{ ...detail, line }]
  })
  if (details.length === 0)
    return failure.details.some(({ code }) => code === "empty") ? t("file_empty") : errorMessage(failure)
  const synonyms = new Map(parseSynonymFile(file?.text ?? "").lines.map(({ line, synonym }) => [line, synonym]))
  return (
    <div className="grid gap-2">
      <p>{t("import_refused")}</p>
      <ul className="grid max-h-60 list-disc gap-1 overflow-y-auto pl-5">
        {details.map((detail) => (
          <li key={`${detail.param} ${detail.code}`} className="wrap-anywhere">
            {t("import_line", {
              line: detail.line,
              message: messageOf(detail, synonyms.get(Number(detail.line))),
            })}
          </li>
        ))}
      </ul>
    </div>
  )
}
