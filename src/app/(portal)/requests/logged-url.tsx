interface LoggedUrlProps {
  method: string
  path: string
  query: string | null
}

/** A logged query as it reads: decoded, after a question mark; "" without one. */
export function queryText(query: string | null): string {
  return query === null
    ? ""
    : `?${[...new URLSearchParams(query)].map(([name, value]) => `${name}=${value}`).join("&")}`
}

/** A request's method, path and query, in one line. */
export function LoggedUrl({ method, path, query }: LoggedUrlProps) {
  return (
    <>
      <span className="font-semibold">{method}</span> {path}
      {query !== null && <span className="text-muted">{queryText(query)}</span>}
    </>
  )
}
