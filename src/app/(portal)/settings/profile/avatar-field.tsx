"use client"

import { useTranslations } from "next-intl"
import { type ChangeEvent, useId, useState } from "react"
import { Button } from "@/ui/button"
import { FieldError } from "@/ui/field"

const BYTES_MAX = 512 * 1024

interface AvatarFieldProps {
  avatar: string | null
  /** A picture in base64; null removes the avatar; undefined leaves it as it is. */
  onChange: (avatar: string | null | undefined) => void
  error: string | undefined
}

const readBase64 = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
}

export const AvatarField = ({ avatar, onChange, error }: AvatarFieldProps) => {
  const t = useTranslations("Settings")
  const id = useId()
  const [shown, setShown] = useState(avatar)
  const [refused, setRefused] = useState(false)
  const problem = refused ? t("avatar_bad") : error

  const choose = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0]
    const tooBig = file !== undefined && file.size > BYTES_MAX
    setRefused(tooBig)
    if (!file || tooBig) {
      setShown(avatar)
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
      <p className="text-sm font-medium">{t("avatar")}</p>
      <div className="flex flex-wrap items-center gap-4">
        <span className="grid size-16 shrink-0 place-items-center overflow-hidden rounded-full border border-line bg-sunken text-muted">
          {shown === null ? (
            <svg viewBox="0 0 24 24" className="size-9" fill="currentColor" aria-hidden="true">
              <circle cx="12" cy="9" r="4" />
              <path d="M4 21c0-4.5 3.5-7 8-7s8 2.5 8 7z" />
            </svg>
          ) : (
            // eslint-disable-next-line @next/next/no-img-element -- it may be a picture that was just chosen, and is small
            <img src={shown} alt="" className="size-full object-cover" />
          )}
        </span>
        {/* Browsers label their own button in their own language. */}
        <div>
          <input
            id={id}
            type="file"
            accept="image/png,image/jpeg,image/webp,image/svg+xml"
            aria-invalid={problem !== undefined || undefined}
            aria-describedby={`${id}-hint`}
            onChange={(event) => void choose(event)}
            className="peer sr-only"
          />
          <label
            htmlFor={id}
            className="inline-flex min-h-10 cursor-pointer items-center rounded-lg border border-line-strong bg-surface px-4 py-1.5 text-sm font-medium text-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-link hover:bg-sunken"
          >
            {t("avatar_choose")}
          </label>
        </div>
        {shown !== null && <Button onClick={remove}>{t("avatar_remove")}</Button>}
      </div>
      <p id={`${id}-hint`} className="text-xs text-muted">
        {t("avatar_hint")}
      </p>
      <FieldError error={problem} />
    </div>
  )
}
