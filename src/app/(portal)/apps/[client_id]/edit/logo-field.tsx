"use client"

import { useTranslations } from "next-intl"
import { type ChangeEvent, useId, useState } from "react"
import { AppLogo } from "@/app/(portal)/apps/app-logo"
import { Button } from "@/ui/button"
import { FieldError } from "@/ui/field"

const BYTES_MAX = 256 * 1024

interface LogoFieldProps {
  name: string
  logo: string | null
  /** A picture in base64; null removes the logo; undefined leaves it as it is. */
  onChange: (logo: string | null | undefined) => void
  error: string | undefined
}

const readBase64 = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
}

export const LogoField = ({ name, logo, onChange, error }: LogoFieldProps) => {
  const t = useTranslations("OauthApps")
  const id = useId()
  const [shown, setShown] = useState(logo)
  const [refused, setRefused] = useState(false)
  const problem = refused ? t("logo_bad") : error

  const choose = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0]
    const tooBig = file !== undefined && file.size > BYTES_MAX
    setRefused(tooBig)
    if (!file || tooBig) {
      setShown(logo)
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
      <label htmlFor={id} className="text-sm font-medium">
        {t("logo")}
      </label>
      <div className="flex flex-wrap items-center gap-4">
        <AppLogo name={name} logo={shown} large />
        <input
          id={id}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => void choose(event)}
          className="max-w-full min-w-0 flex-1 basis-48 text-sm text-muted file:mr-3 file:min-h-10 file:cursor-pointer file:rounded-lg file:border file:border-solid file:border-line-strong file:bg-surface file:px-4 file:text-sm file:font-medium file:text-ink"
        />
        {shown !== null && <Button onClick={remove}>{t("logo_remove")}</Button>}
      </div>
      <p id={`${id}-hint`} className="text-xs text-muted">
        {t("logo_hint")}
      </p>
      <FieldError error={problem} />
    </div>
  )
}
