"use client"

import "./globals.css"
import { buttonClasses } from "@/ui/button-look"

/** Here nothing tells the reader's language any more, so it is said in all of them: ErrorPage's title and retry of each. */
const WORDS = [
  ["en", "Something went wrong on our side", "Try again"],
  ["hi", "हमारी ओर कुछ गड़बड़ हो गई", "फिर कोशिश करें"],
  ["mai", "हमरा दिस किछु गड़बड़ भऽ गेल", "फेर कोशिश करू"],
] as const

/** Stands in for all of a page when not even its frame can be made. Every page carries it along. */
const GlobalError = ({ error }: { error: Error & { digest?: string } }) => (
  <html lang="en">
    <body>
      <title>Haat</title>
      <main className="mx-auto grid max-w-xl justify-items-start gap-8 px-4 py-16">
        {WORDS.map(([lang, title, retry]) => (
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

export default GlobalError
