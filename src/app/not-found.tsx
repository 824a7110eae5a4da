import { NothingHere } from "@/app/nothing-here"
import { PageFooter } from "@/app/page-footer"
import { PageHeader } from "@/app/page-header"

const NotFound = () => (
  <div className="flex min-h-dvh flex-col">
    <PageHeader />
    <main id="content" className="mx-auto w-full max-w-6xl flex-1 px-4 sm:px-6">
      <NothingHere />
    </main>
    <PageFooter />
  </div>
)

export default NotFound
