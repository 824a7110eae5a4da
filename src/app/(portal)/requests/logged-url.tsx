interface LoggedUrlProps {
  method: string
  path: string
  query: string | null
}

/** A logged query as it reads: decoded, after a question mark; "" without one. */
export const queryText = (query: string | null): string =>
  query === null ? "" : `?${[...new URLSearchParams(query)].map(([name, value]) => `${name}=${value}`).join("&")}`

/** A request's method, path and query, in one line. */
export const LoggedUrl = ({ method, path, query }: LoggedUrlProps) => (
  <>
    <span className="font-semibold">{method}</span> {path}
    {query !== null && <span className="text-muted">{queryText(query)}</span>}
  </>
)
