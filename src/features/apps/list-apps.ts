import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import { query } from "@/platform/db"

export interface AppRow {
  key: string
  name: string
  short_name: string
  description: string
  url_path: string
  icon_path: string
  accent_color: string
  installable: boolean
  maintenance: boolean
}

/** The apps that are public and enabled, in the platform's own order. */
export const listApps = async (request: PageRequest): Promise<Page<AppRow>> => {
  const [rows, [count]] = await Promise.all([
    query<AppRow>(
      `SELECT key, name, short_name, description, url_path, icon_path, accent_color, installable, maintenance
       FROM platform_app WHERE is_public AND enabled ORDER BY position, key LIMIT $1 OFFSET $2`,
      [request.per_page, offsetOf(request)],
    ),
    query<{ total: number }>("SELECT count(*)::int AS total FROM platform_app WHERE is_public AND enabled", []),
  ])
  return { rows, total: count?.total ?? 0 }
}
