/** Escapes a text for a LIKE pattern, in which it then stands for itself. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, "\\$&")
}
