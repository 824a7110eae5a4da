import NotFound from "@/app/(portal)/not-found"
import { requireMissingPage } from "@/app/missing-page"

export { notFoundMetadata as generateMetadata } from "@/app/not-found-card"

/** Shown at the URL of a portal's page whose object does not exist. */
async function PortalNotFoundPage() {
  await requireMissingPage()
  return <NotFound />
}

export default PortalNotFoundPage
