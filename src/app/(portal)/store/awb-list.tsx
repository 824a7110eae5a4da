"use client"

import { useTranslations } from "next-intl"
import type { ClipboardEvent } from "react"
import { InputField } from "@/ui/field"

interface AwbListProps {
  numbers: readonly string[]
  /** The AWB numbers by the orders' numbers. */
  values: Record<string, string>
  errorOf: (number: string) => string | undefined
  onChange: (changed: Record<string, string>) => void
}

/** An AWB number for each order. A column that is pasted, as from a spreadsheet, fills the fields below too. */
export function AwbList({ numbers, values, errorOf, onChange }: AwbListProps) {
  const t = useTranslations("ShipMany")
  const paste = (event: ClipboardEvent, first: number): void => {
    const lines = event.clipboardData
      .getData("text")
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter((line) => line !== "")
    if (lines.length < 2) return
    event.preventDefault()
    const changed: Record<string, string> = {}
    for (const [at, number] of numbers.slice(first, first + lines.length).entries()) changed[number] = lines[at] ?? ""
    onChange(changed)
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="text-sm font-medium">{t("awbs")}</legend>
      <p className="text-xs text-muted">{t("awbs_hint")}</p>
      <div className="grid max-h-[45dvh] gap-3 overflow-y-auto p-1">
        {numbers.map((number, at) => (
          <InputField
            key={number}
            label={number}
            name={`awb-${number}`}
            value={values[number] ?? ""}
            onChange={({ target }) => onChange({ [number]: target.value })}
            onPaste={(event) => paste(event, at)}
            error={errorOf(number)}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            required
          />
        ))}
      </div>
    </fieldset>
  )
}
