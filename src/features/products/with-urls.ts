import { absoluteUrl } from "@/trpc/wire"

// A quotation mark inside of a text is escaped, so this finds members alone.
const PATHS = /"(image|url|path)" ?: ?"(\/[^"]*)"/g

/** Products' JSON as the API shows it: with addresses in place of the paths that are stored. */
export function withUrls(products: string): string {
  return products.replace(
    PATHS,
    (_, name: string, path: string) => `"${name === "path" ? "url" : name}":"${absoluteUrl(path)}"`,
  )
}
