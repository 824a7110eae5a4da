/**
 * A name that somebody chose, as it may stand in a mail to others: no mail program makes a link of it. New names cannot hold such characters;
 * those from before can.
 */
export function plainName(name: string): string {
  return name
    .replace(/[/:@<>]+/g, " ")
    .replace(/\.(?=[\p{L}\p{N}])/gu, ". ")
    .replace(/ {2,}/g, " ")
    .trim()
}
