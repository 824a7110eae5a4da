/** The anchor of a heading: its words in lower case, joined by hyphens; error codes keep their underscores. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_\s-]/gu, "")
    .trim()
    .replace(/\s+/g, "-")
}
