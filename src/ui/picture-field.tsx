"use client"

import { type ChangeEvent, type ReactNode, useEffect, useId, useState } from "react"
import { Button } from "@/ui/button"
import { FieldError } from "@/ui/field"

/** A new picture; null removes it; undefined leaves it unchanged. */
export type SelectedPicture = File | null | undefined

interface PictureFieldProps {
  messages: Record<"label" | "choose" | "remove" | "hint" | "bad", string>
  /** The URL of the current picture. */
  picture: string | null
  maxBytes: number
  renderPreview: (url: string | null) => ReactNode
  onChange: (picture: SelectedPicture) => void
  error: string | undefined
}

/** The chosen picture in base64. */
export async function encodePicture(picture: SelectedPicture): Promise<string | null | undefined> {
  if (!picture) return picture
  const bytes = new Uint8Array(await picture.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
}

/** Lets the reader choose or remove a picture, with a preview. */
export function PictureField({ messages, picture, maxBytes, renderPreview, onChange, error }: PictureFieldProps) {
  const id = useId()
  const [shown, setShown] = useState(picture)
  const [tooLarge, setTooLarge] = useState(false)
  const problem = tooLarge ? messages.bad : error

  useEffect(
    () => () => {
      if (shown?.startsWith("blob:")) URL.revokeObjectURL(shown)
    },
    [shown],
  )

  const select = (event: ChangeEvent<HTMLInputElement>): void => {
    const file = event.target.files?.[0]
    const exceedsLimit = file !== undefined && file.size > maxBytes
    setTooLarge(exceedsLimit)
    if (!file || exceedsLimit) {
      setShown(picture)
      onChange(undefined)
      return
    }
    setShown(URL.createObjectURL(file))
    onChange(file)
  }
  const remove = (): void => {
    setShown(null)
    setTooLarge(false)
    onChange(null)
  }

  return (
    <div className="grid grid-cols-1 gap-1">
      <p className="text-sm font-medium">{messages.label}</p>
      <div className="flex flex-wrap items-center gap-4">
        {renderPreview(shown)}
        {/* Browsers label their own file button in their own language. */}
        <div>
          <input
            id={id}
            type="file"
            accept="image/png,image/jpeg,image/webp,image/svg+xml"
            aria-invalid={problem !== undefined || undefined}
            aria-describedby={`${id}-hint${problem === undefined ? "" : ` ${id}-error`}`}
            onChange={select}
            className="peer sr-only"
          />
          <label
            htmlFor={id}
            className="inline-flex min-h-10 cursor-pointer items-center rounded-lg border border-line-strong bg-surface px-4 py-1.5 text-sm font-medium text-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-link hover:bg-sunken"
          >
            {messages.choose}
          </label>
        </div>
        {shown !== null && <Button onClick={remove}>{messages.remove}</Button>}
      </div>
      <p id={`${id}-hint`} className="text-xs text-muted">
        {messages.hint}
      </p>
      <FieldError id={`${id}-error`} error={problem} />
    </div>
  )
}
