import type { ReactNode } from "react"
import { chooseLocale } from "@/app/choose-locale"
import { LanguageSwitch } from "@/ui/language-switch"
import { Wordmark } from "@/ui/wordmark"

/** The frame of the pages on the way in. */
export const AuthCard = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-dvh flex-col">
    <div className="awning" aria-hidden="true" />
    <header className="mx-auto flex w-full max-w-md flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-8">
      <a href="/" className="rounded-lg">
        <Wordmark />
      </a>
      <LanguageSwitch action={chooseLocale} />
    </header>
    <main id="content" className="mx-auto w-full max-w-md flex-1 px-4 py-6">
      <div className="rounded-2xl border border-line bg-surface px-5 py-6 shadow-card sm:px-8 sm:py-8">{children}</div>
    </main>
  </div>
)
