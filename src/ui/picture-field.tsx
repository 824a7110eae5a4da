"use client"

import { type ChangeEvent, type ReactNode, useId, useState } from "react"
import { Button } from "@/ui/button"
import { FieldError } from "@/ui/field"

interface PictureFieldProps {
  words: Record<"label" | "choose" | "remove" | "hint" | "bad", string>
  /** The address of the picture as it is. */
  picture: string | null
  bytesMax: number
  show: (address: string | null) => ReactNode
  /** A picture in base64; null removes it; undefined leaves it as it is. */
  onChange: (picture: string | null | undefined) => void
  error: string | undefined
}

const readBase64 = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
}

/** A picture to choose from the reader's files or to remove, shown as it will be. */
export const PictureField = ({ words, picture, bytesMax, show, onChange, error }: PictureFieldProps) => {
  const id = useId()
  const [shown, setShown] = useState(picture)
  const [refused, setRefused] = useState(false)
  const problem = refused ? words.bad : error

  const choose = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0]
    const tooBig = file !== undefined && file.size > bytesMax
    setRefused(tooBig)
    if (!file || tooBig) {
      setShown(picture)
      onChange(undefined)
      return
    }
    const base64 = await readBase64(file)
    setShown(`data:${file.type};base64,${base64}`)
    onChange(base64)
  }
  const remove = (): void => {
    setShown(null)
    setRefused(false)
    onChange(null)
  }

  return (
    <div className="grid grid-cols-1 gap-1">
      <p className="text-sm font-medium">{words.label}</p>
      <div className="flex flex-wrap items-center gap-4">
        {show(shown)}
        {/* Browsers label their own button in their own language. */}
        <div>
          <input
            id={id}
            type="file"
            accept="image/png,image/jpeg,image/webp,image/svg+xml"
            aria-invalid={problem !== undefined || undefined}
            aria-describedby={`${id}-hint${problem === undefined ? "" : ` ${id}-error`}`}
            onChange={(event) => void choose(event)}
            className="peer sr-only"
          />
          <label
            htmlFor={id}
            className="inline-flex min-h-10 cursor-pointer items-center rounded-lg border border-line-strong bg-surface px-4 py-1.5 text-sm font-medium text-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-link hover:bg-sunken"
          >
            {words.choose}
          </label>
        </div>
        {shown !== null && <Button onClick={remove}>{words.remove}</Button>}
      </div>
      <p id={`${id}-hint`} className="text-xs text-muted">
        {words.hint}
      </p>
      <FieldError id={`${id}-error`} error={problem} />
    </div>
  )
}
