import { useTranslations } from "next-intl"
import { type ComponentProps, type ReactNode, useId } from "react"

interface FieldLabels {
  label: string
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean
  /** An element beside the control, such as the button of a form with one field. */
  trailing?: ReactNode
}

export const INPUT_CLASSES =
  "min-h-11 w-full rounded-lg border bg-surface px-3 py-2 text-base text-ink placeholder:text-muted aria-invalid:border-danger border-line-strong"

const LABEL_CLASSES = "text-sm font-medium"

function useField({ hint, error }: Pick<FieldLabels, "hint" | "error">) {
  const id = useId()
  const describedBy = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(" ")
  return {
    id,
    control: { id, "aria-invalid": error !== undefined || undefined, "aria-describedby": describedBy || undefined },
  }
}

function FieldFrame({
  id,
  label,
  hint,
  error,
  optional = false,
  trailing,
  children,
}: FieldLabels & { id: string; children: ReactNode }) {
  const t = useTranslations("Common")
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className={LABEL_CLASSES}>
        {label} {optional && <span className="font-normal text-muted">({t("optional")})</span>}
      </label>
      {trailing === undefined ? (
        children
      ) : (
        <div className="flex gap-3">
          {children}
          {trailing}
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

export function FieldError({ id, error }: { id?: string; error: string | undefined }) {
  return error === undefined ? null : (
    <p id={id} className="text-sm text-danger-ink">
      {error}
    </p>
  )
}

/** A labelled input without hooks, for pages that are rendered outside Next's tree. */
export function PlainInput({
  id,
  label,
  className,
  ...input
}: { id: string; label: string } & ComponentProps<"input">) {
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className={LABEL_CLASSES}>
        {label}
      </label>
      <input id={id} className={`${INPUT_CLASSES} ${className ?? ""}`} {...input} />
    </div>
  )
}

type InputFieldProps = FieldLabels & ComponentProps<"input">

export function InputField({ label, hint, error, optional, trailing, className, ...input }: InputFieldProps) {
  const { id, control } = useField({ hint, error })
  return (
    <FieldFrame {...{ id, label, hint, error, trailing }} {...(optional && { optional })}>
      <input {...control} className={`${INPUT_CLASSES} ${className ?? ""}`} {...input} />
    </FieldFrame>
  )
}

export function TextField({
  label,
  hint,
  error,
  optional,
  className,
  ...area
}: FieldLabels & ComponentProps<"textarea">) {
  const { id, control } = useField({ hint, error })
  return (
    <FieldFrame {...{ id, label, hint, error }} {...(optional && { optional })}>
      <textarea {...control} className={`${INPUT_CLASSES} ${className ?? ""}`} {...area} />
    </FieldFrame>
  )
}

export function SelectField({ label, hint, error, optional, ...select }: FieldLabels & ComponentProps<"select">) {
  const { id, control } = useField({ hint, error })
  return (
    <FieldFrame {...{ id, label, hint, error }} {...(optional && { optional })}>
      <select {...control} className={INPUT_CLASSES} {...select} />
    </FieldFrame>
  )
}

interface ChoiceFieldProps extends ComponentProps<"input"> {
  type: "checkbox" | "radio"
  label: ReactNode
  hint?: ReactNode
}

/** A checkbox or radio button with an explanation. */
export function ChoiceField({ label, hint, ...input }: ChoiceFieldProps) {
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

/** A checkbox for a technical name, with its meaning beside it: a row of a list in a container. */
export function ChoiceRow({
  value,
  hint,
  end = "pr-3",
  ...input
}: ComponentProps<"input"> & {
  value: string
  hint: string
  /** The class of the room at the row's end. */
  end?: string
}) {
  const id = useId()
  return (
    <div className={`flex items-start gap-3 py-2 pl-3 ${end}`}>
      <input
        id={id}
        type="checkbox"
        value={value}
        aria-describedby={`${id}-hint`}
        className="mt-0.5 size-4 shrink-0"
        {...input}
      />
      <div className="grid min-w-0 grow grid-cols-1 items-baseline gap-x-4 @lg:grid-cols-[11rem_minmax(0,1fr)] @2xl:grid-cols-[14rem_minmax(0,1fr)]">
        <label htmlFor={id} className="block font-mono text-sm font-medium wrap-anywhere">
          {value}
        </label>
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      </div>
    </div>
  )
}
