export const PER_PAGE_MAX = 100
export const PER_PAGE_DEFAULT = 20

export interface PageRequest {
  /** Starts at 1. */
  page: number
  /** 1 to 100. */
  per_page: number
}

export interface PageMeta {
  page: number
  per_page: number
  total: number
  last_page: number
}

/** A page of rows and the total count, before serialization. */
export interface Page<Row> {
  rows: Row[]
  total: number
}

export function offsetOf({ page, per_page }: PageRequest): number {
  return (page - 1) * per_page
}

/** An empty list has one empty page, so last_page is at least 1. */
export function pageMeta({ page, per_page }: PageRequest, total: number): PageMeta {
  return {
    page,
    per_page,
    total,
    last_page: Math.max(1, Math.ceil(total / per_page)),
  }
}

/** Returns the numbers of the neighbouring pages that have rows. Beyond the end, "prev" is the last page. */
export function adjacentPages({ page, last_page }: PageMeta): { next: number | null; prev: number | null } {
  return {
    next: page < last_page ? page + 1 : null,
    prev: page > 1 ? Math.min(page - 1, last_page) : null,
  }
}
