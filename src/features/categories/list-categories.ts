import { DEFAULT_LOCALE, type Locale } from "@/domain/locale"
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import { invalid } from "@/domain/problem"
import type { World } from "@/domain/world"
import { catalogueReader } from "@/platform/db/replica"

export interface CategoryRow {
  id: number
  slug: string
  name: string
  /** The language of the name, if one was asked for. */
  name_locale?: Locale
  parent_id: number | null
  depth: number
  position: number
  is_featured: boolean
}

const ACTIVE_SQL = "NOT EXISTS (SELECT FROM category above WHERE above.id = ANY (c.path) AND NOT above.active)"

const NAME_IN_SQL =
  "coalesce(names ->> $5::text, name) AS name, CASE WHEN names ? $5 THEN $5 ELSE $6::text END AS name_locale"

/**
 * Active categories (no inactive ancestor), level by level.
 * @throws Problem validation_failed, when parent is not an active category.
 */
export async function listCategories(
  world: World,
  { parent, locale, ...request }: PageRequest & { parent?: string | undefined; locale?: Locale | undefined },
): Promise<Page<CategoryRow>> {
  const read = catalogueReader(world)
  let parentId: number | null = null
  if (parent !== undefined && parent !== "root") {
    const [found] = await read<{ id: number }>(
      `SELECT id FROM category c WHERE slug = $1 AND world_id = $2 AND ${ACTIVE_SQL}`,
      [parent, world.catalogueId],
    )
    if (!found) throw invalid("parent", "unknown_category", "No category has this slug.")
    parentId = found.id
  }
  const inParent =
    parent === undefined
      ? "$1::int IS NULL"
      : parent === "root"
        ? "c.parent_id IS NULL AND $1::int IS NULL"
        : "c.parent_id = $1"
  const where = `${inParent} AND c.world_id = $2 AND ${ACTIVE_SQL}`
  const values = [parentId, world.catalogueId]
  const [rows, [count]] = await Promise.all([
    read<CategoryRow>(
      `SELECT id, slug, ${locale === undefined ? "name" : NAME_IN_SQL}, parent_id, depth, position, is_featured FROM category c
       WHERE ${where} ORDER BY depth, position, id LIMIT $3 OFFSET $4`,
      [...values, request.per_page, offsetOf(request), ...(locale === undefined ? [] : [locale, DEFAULT_LOCALE])],
    ),
    read<{ total: number }>(`SELECT count(*)::int AS total FROM category c WHERE ${where}`, values),
  ])
  return { rows, total: count?.total ?? 0 }
}
