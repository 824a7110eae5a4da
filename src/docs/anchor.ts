/** The anchor of a heading: its words in lower case, joined by hyphens; error codes keep their underscores. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_\s-]/gu, "")
    .trim()
    .replace(/\s+/g, "-")
