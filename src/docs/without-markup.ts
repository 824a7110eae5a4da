/** A line of Markdown as plain text: without emphasis and code marks, and links as their text. */
export function withoutMarkup(markdown: string): string {
  return markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/\*\*|`/g, "")
}
