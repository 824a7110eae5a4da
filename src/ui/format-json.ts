/** JSON with line breaks; other text, such as truncated JSON, is not changed. */
export function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
