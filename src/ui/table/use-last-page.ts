import { useRouter } from "next/navigation"
import { useEffect } from "react"
import type { PageMeta } from "@/domain/page"
import { type ListQuery, listUrl } from "@/ui/table/table-url"

/**
 * Leads to a list's last page if the list has lost the page that is shown, because its last row has left while it was.
 * @returns whether it does, and the list must not be called empty
 */
export function useLastPage(path: string, query: ListQuery, meta: PageMeta | undefined): boolean {
  const router = useRouter()
  const last = meta && meta.page > meta.last_page ? meta.last_page : undefined
  const lastUrl = last === undefined ? undefined : listUrl(path, query, { page: last > 1 ? last : undefined })
  useEffect(() => {
    if (lastUrl !== undefined) router.replace(lastUrl)
  }, [router, lastUrl])
  return last !== undefined
}
