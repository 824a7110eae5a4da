/** A URL with the filters that are set, in a fixed order; page 1 is left out. */
export function withQuery(path: string, { page, ...filters }: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined && value !== "") query.set(name, String(value))
  if (page !== undefined && page !== 1) query.set("page", String(page))
  return query.size === 0 ? path : `${path}?${query}`
}

type QueryValue = string | string[] | undefined

/** The page number in a URL; an invalid one is page 1. */
export function parsePage(parameter: QueryValue): number {
  return typeof parameter === "string" && /^[1-9]\d{0,5}$/.test(parameter) ? Number(parameter) : 1
}

/** A query parameter's value, if it is a valid one. */
export function oneOf<Value extends string>(values: readonly Value[], parameter: QueryValue): Value | undefined {
  return values.find((value) => value === parameter)
}
