/** Converts "Crème & Co, 500 g" to "creme-and-co-500-g". */
export function slugOf(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/&/g, " and ")
    .replace(/×/g, "x")
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
}

/** Returns a generator of unique slugs: the second "toor-dal" is "toor-dal-2". */
export function slugs(): (text: string) => string {
  const taken = new Map<string, number>()
  return (text) => {
    const slug = slugOf(text)
    const count = (taken.get(slug) ?? 0) + 1
    taken.set(slug, count)
    if (count === 1) return slug
    const numbered = `${slug}-${count}`
    taken.set(numbered, 1)
    return numbered
  }
}
