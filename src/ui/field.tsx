import { useTranslations } from "next-intl"
import { type ComponentProps, type ReactNode, useId } from "react"

interface FieldWords {
  label: string
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean
  /** An element beside the control, such as the button of a form with one field. */
  beside?: ReactNode
}

const INPUT =
  "min-h-11 w-full rounded-lg border bg-surface px-3 py-2 text-base text-ink placeholder:text-muted aria-invalid:border-danger border-line-strong"

const LABEL = "text-sm font-medium"

const useField = ({ hint, error }: Pick<FieldWords, "hint" | "error">) => {
  const id = useId()
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean).join(" ")
  return {
    id,
    control: { id, "aria-invalid": error !== undefined || undefined, "aria-describedby": described || undefined },
  }
}

const Frame = ({
  id,
  label,
  hint,
  error,
  optional = false,
  beside,
  children,
}: FieldWords & { id: string; children: ReactNode }) => {
  const t = useTranslations("Common")
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className={LABEL}>
        {label} {optional && <span className="font-normal text-muted">({t("optional")})</span>}
      </label>
      {beside === undefined ? (
        children
      ) : (
        <div className="flex gap-3">
          {children}
          {beside}
        </div>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

export const FieldError = ({ id, error }: { id?: string; error: string | undefined }) =>
  error === undefined ? null : (
    <p id={id} className="text-sm text-danger-ink">
      {error}
    </p>
  )

/** A labelled input without hooks, for pages that are rendered outside Next's tree. */
export function PlainInput({
  id,
  label,
  className,
  ...input
}: { id: string; label: string } & ComponentProps<"input">) {
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className={LABEL}>
        {label}
      </label>
      <input id={id} className={`${INPUT} ${className ?? ""}`} {...input} />
    </div>
  )
}

type InputFieldProps = FieldWords & ComponentProps<"input">

export const InputField = ({ label, hint, error, optional, beside, className, ...input }: InputFieldProps) => {
  const { id, control } = useField({ hint, error })
  return (
    <Frame {...{ id, label, hint, error, beside }} {...(optional && { optional })}>
      <input {...control} className={`${INPUT} ${className ?? ""}`} {...input} />
    </Frame>
  )
}

export const TextField = ({
  label,
  hint,
  error,
  optional,
  className,
  ...area
}: FieldWords & ComponentProps<"textarea">) => {
  const { id, control } = useField({ hint, error })
  return (
    <Frame {...{ id, label, hint, error }} {...(optional && { optional })}>
      <textarea {...control} className={`${INPUT} ${className ?? ""}`} {...area} />
    </Frame>
  )
}

export const SelectField = ({ label, hint, error, optional, ...select }: FieldWords & ComponentProps<"select">) => {
  const { id, control } = useField({ hint, error })
  return (
    <Frame {...{ id, label, hint, error }} {...(optional && { optional })}>
      <select {...control} className={INPUT} {...select} />
    </Frame>
  )
}

interface ChoiceProps extends ComponentProps<"input"> {
  type: "checkbox" | "radio"
  label: ReactNode
  hint?: ReactNode
}

/** A checkbox or radio button with an explanation. */
export const Choice = ({ label, hint, ...input }: ChoiceProps) => {
  const id = useId()
  return (
    <div className="flex items-start gap-3 rounded-lg border border-line px-3 py-2.5 has-checked:border-accent has-disabled:border-dashed has-disabled:text-muted">
      <input
        id={id}
        className="mt-1 size-4 shrink-0"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...input}
      />
      <div className="min-w-0">
        <label htmlFor={id} className="block text-sm font-medium">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-xs text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
