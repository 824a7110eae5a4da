import { useTranslations } from "next-intl"
import type { ReactNode } from "react"
import { type Theme, THEMES } from "@/domain/theme"

interface ThemeSwitchProps {
  current: Theme
  action: (form: FormData) => Promise<void>
}

/** One button for each theme; works without scripts. */
export function ThemeSwitch({ current, action }: ThemeSwitchProps) {
  const t = useTranslations("Common")
  return (
    <form action={action} aria-label={t("theme")} className="flex rounded-lg border border-line p-0.5">
      {THEMES.map((theme) => (
        <button
          key={theme}
          type="submit"
          name="theme"
          value={theme}
          title={t(`theme_${theme}`)}
          aria-label={t(`theme_${theme}`)}
          aria-pressed={theme === current}
          className="grid size-8 place-items-center rounded-md text-muted hover:text-ink aria-pressed:bg-sunken aria-pressed:text-ink"
        >
          <svg
            viewBox="0 0 20 20"
            aria-hidden="true"
            className="size-4"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.6"
            strokeLinecap="round"
            strokeLinejoin="round"
          >
            {ICONS[theme]}
          </svg>
        </button>
      ))}
    </form>
  )
}

const ICONS: Record<Theme, ReactNode> = {
  system: <path d="M3 4h14v9H3zM7.5 16.5h5M10 13v3.5" />,
  light: (
    <>
      <circle cx="10" cy="10" r="3.2" />
      <path d="M10 2.5v1.8M10 15.7v1.8M2.5 10h1.8M15.7 10h1.8M4.7 4.7 6 6M14 14l1.3 1.3M15.3 4.7 14 6M6 14l-1.3 1.3" />
    </>
  ),
  dark: <path d="M16.5 11.8A7 7 0 0 1 8.2 3.5a7 7 0 1 0 8.3 8.3z" />,
}
