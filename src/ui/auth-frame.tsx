import type { ReactNode } from "react"
import { BrandMark } from "@/ui/wordmark"

interface AuthFrameProps {
  brand: string
  /** The language switch in the header. */
  languages?: ReactNode
  /**
   * A second language switch with the same look, last in the document: its buttons belong to the page's form, where
   * Enter activates the first button.
   */
  formLanguages?: ReactNode
  /** Whether the page may take the width of two columns. */
  wide?: boolean
  children: ReactNode
}

/**
 * The frame of the sign-in pages of the portal and of the OAuth provider. It must not use hooks, because the provider's
 * pages are rendered outside Next's tree.
 */
export function AuthFrame({ brand, languages, formLanguages, wide = false, children }: AuthFrameProps) {
  return (
    <div className="min-h-dvh">
      <div className="awning" aria-hidden="true" />
      <div
        className={`mx-auto flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pb-6 ${wide ? "max-w-5xl pt-4" : "max-w-md pt-8"}`}
      >
        <header
          className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 ${formLanguages === undefined ? "basis-full" : ""}`}
        >
          <a href="/" className="rounded-lg">
            <BrandMark name={brand} />
          </a>
          {languages}
        </header>
        <main id="content" className="order-1 min-w-0 basis-full pt-4">
          <div
            className={`rounded-2xl border border-line bg-surface px-5 shadow-card sm:px-8 ${wide ? "py-5" : "py-6 sm:py-8"}`}
          >
            {children}
          </div>
        </main>
        {formLanguages !== undefined && <footer>{formLanguages}</footer>}
      </div>
    </div>
  )
}
