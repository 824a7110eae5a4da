/**
 * Makes a user-chosen name safe for emails to others, so that no mail client turns it into a link. New names cannot
 * contain such characters, but old ones can.
 */
export function plainName(name: string): string {
  return name
    .replace(/[/:@<>]+/g, " ")
    .replace(/\.(?=[\p{L}\p{N}])/gu, ". ")
    .replace(/ {2,}/g, " ")
    .trim()
}
