import { redirect } from "next/navigation"
import type { PageMeta } from "@/domain/page"
import { type ListQuery, listUrl } from "@/ui/table/table-url"

/** Redirects to a list's last page if the URL asks for a page after it, which would look like an empty list. */
export function redirectToLastPage(path: string, query: ListQuery, { page, last_page }: PageMeta): void {
  if (page > last_page) redirect(listUrl(path, query, { page: last_page > 1 ? last_page : undefined }))
}
