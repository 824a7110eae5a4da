import type { ReactNode } from "react"
import { PageFooter } from "@/app/page-footer"
import { PageHeader } from "@/app/page-header"

function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <div className="group/site flex min-h-dvh flex-col">
      <PageHeader />
      <main
        id="content"
        className="mx-auto grid w-full max-w-6xl flex-1 group-has-[[data-wide]]/site:max-w-7xl grid-cols-1 content-start gap-6 px-4 pt-8 pb-16 sm:px-6"
      >
        {children}
      </main>
      <PageFooter />
    </div>
  )
}

export default SiteLayout
