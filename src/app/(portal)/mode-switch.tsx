import { useTranslations } from "next-intl"
import { type Mode, MODES } from "@/domain/mode"
import { withQuery } from "@/ui/query-url"

interface ModeSwitchProps {
  mode: Mode
  /** Where the other mode opens: a page that exists in both. */
  path: string
}

/**
 * Switches the portal between live and sandbox. Each mode is an address of its own, which opens a new document, with or
 * without scripts.
 */
export function ModeSwitch({ mode, path }: ModeSwitchProps) {
  const t = useTranslations("Mode")
  return (
    <div role="group" aria-label={t("label")}>
      <ul className="grid grid-cols-2 rounded-lg border border-line-strong bg-surface p-0.5">
        {MODES.map((each) => (
          <li key={each} className="grid">
            <a
              href={withQuery(path, { mode: each })}
              aria-current={each === mode ? "true" : undefined}
              data-mode={each}
              className="inline-flex min-h-8 items-center justify-center gap-1.5 rounded-md px-2.5 text-sm whitespace-nowrap text-muted hover:text-ink aria-[current]:font-medium aria-[current]:data-[mode=live]:bg-neem-soft aria-[current]:data-[mode=live]:text-neem-ink aria-[current]:data-[mode=sandbox]:bg-marigold-soft aria-[current]:data-[mode=sandbox]:text-marigold-ink"
            >
              {t(each)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
