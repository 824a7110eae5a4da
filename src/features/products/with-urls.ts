import { absoluteUrl } from "@/trpc/wire"

// A quotation mark inside a JSON string is escaped, so this matches only members.
const PATHS = /"(image|url|path)" ?: ?"(\/[^"]*)"/g

/** Products' JSON as the API returns it, with URLs in place of the stored paths. */
export function withUrls(products: string): string {
  return products.replace(
    PATHS,
    (_, name: string, path: string) => `"${name === "path" ? "url" : name}":"${absoluteUrl(path)}"`,
  )
}
