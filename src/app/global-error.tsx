"use client"

import "./globals.css"
import { buttonClasses } from "@/ui/button-variant"

/**
 * The reader's language is unknown here, so the text is shown in all languages: ErrorPage's title and retry of each.
 */
const MESSAGES = [
  ["en", "Something went wrong on our side", "Try again"],
  ["hi", "हमारी ओर कुछ गड़बड़ हो गई", "फिर कोशिश करें"],
  ["mai", "हमरा दिस किछु गड़बड़ भऽ गेल", "फेर कोशिश करू"],
] as const

/** Replaces the whole page when even its layout fails. Every page includes it. */
function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en">
      <body>
        <title>Haat</title>
        <main className="mx-auto grid max-w-xl justify-items-start gap-8 px-4 py-16">
          {MESSAGES.map(([lang, title, retry]) => (
            <section key={lang} lang={lang} className="grid justify-items-start gap-3">
              <h1 className="text-xl font-semibold">{title}</h1>
              <button type="button" onClick={() => window.location.reload()} className={buttonClasses("primary")}>
                {retry}
              </button>
            </section>
          ))}
          {error.digest !== undefined && <p className="font-mono text-sm text-muted">{error.digest}</p>}
        </main>
      </body>
    </html>
  )
}

export default GlobalError
