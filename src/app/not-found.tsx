import { NotFoundCard } from "@/app/not-found-card"
import { Wordmark } from "@/ui/wordmark"

export { notFoundMetadata as generateMetadata } from "@/app/not-found-card"

// Every page includes this one, so it must not import scripts.
function NotFound() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex min-h-16 max-w-6xl items-center px-4 py-2 sm:px-6">
          <a href="/" className="rounded-lg">
            <Wordmark />
          </a>
        </div>
      </header>
      <main id="content" className="mx-auto w-full max-w-6xl flex-1 px-4 sm:px-6">
        <NotFoundCard />
      </main>
    </div>
  )
}

export default NotFound
