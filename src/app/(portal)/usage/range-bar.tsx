import { useTranslations } from "next-intl"
import { ChoiceTabs } from "@/app/(portal)/choice-tabs"
import { dayLimits, type ParsedRange, rangeUrl } from "@/app/(portal)/usage/usage-url"
import type { Locale } from "@/domain/locale"
import { USAGE_RANGES } from "@/domain/usage"
import { formatDay } from "@/i18n/format"
import { Alert } from "@/ui/alert"
import { Button } from "@/ui/button"
import { Menu } from "@/ui/table/menu"

interface RangeBarProps {
  path: string
  parsed: ParsedRange
  zone: string
  locale: Locale
  /** Other parameters of the URL, which the choice keeps. */
  more?: Record<string, string | undefined>
}

/** Chooses the period of a page: the last hours or days, or any days. It works without scripts. */
export function RangeBar({ path, parsed: { range, invalid, today }, zone, locale, more = {} }: RangeBarProps) {
  const t = useTranslations("Overview")
  const custom = "from" in range ? range : null
  const { min, max } = dayLimits(today)
  const day = (text: string): string => formatDay(`${text}T00:00Z`, locale, { zone: "UTC", detected: true })
  const field = (name: "from" | "to") => (
    <label className="grid gap-1 text-sm font-medium">
      {t(`range_${name}`)}
      <input
        type="date"
        name={name}
        required
        min={min}
        max={max}
        defaultValue={custom?.[name] ?? (name === "to" ? today : undefined)}
        className="min-h-10 rounded-lg border border-line-strong bg-surface px-2.5 text-sm font-normal text-ink"
      />
    </label>
  )
  return (
    <div className="grid gap-3">
      <div className="relative flex flex-wrap items-center gap-2">
        <ChoiceTabs
          label={t("range")}
          choices={USAGE_RANGES.map((each) => [each, t(`range_${each}`)] as const)}
          current={"range" in range ? range.range : undefined}
          href={(other) => rangeUrl(path, { range: other }, more)}
        />
        <Menu
          label={custom ? `${day(custom.from)}–${day(custom.to)}` : t("range_custom")}
          className={`inline-flex min-h-10 cursor-pointer items-center rounded-lg border px-3 text-sm whitespace-nowrap ${custom ? "border-indigo-ink bg-indigo-soft text-indigo-ink" : "border-line bg-surface text-muted hover:text-ink"}`}
        >
          <form action={path} noValidate className="grid gap-3 p-2">
            {Object.entries(more).map(
              ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
            )}
            <div className="grid gap-3 sm:grid-cols-2">
              {field("from")}
              {field("to")}
            </div>
            <Button type="submit">{t("range_show")}</Button>
          </form>
        </Menu>
        <p className="text-xs text-muted sm:ml-auto">{t("zone", { zone })}</p>
      </div>
      {invalid && <Alert>{t("range_invalid")}</Alert>}
    </div>
  )
}
