import { requireMissingPage } from "@/app/missing-page"
import { NotFoundCard } from "@/app/not-found-card"

export { notFoundMetadata as generateMetadata } from "@/app/not-found-card"

/** Shown at the URL of a public page whose object does not exist. */
async function SiteNotFoundPage() {
  await requireMissingPage()
  return <NotFoundCard />
}

export default SiteNotFoundPage
