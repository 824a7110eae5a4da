/** Normalizes an email address to its mailbox: lower case, without the +tag, which does not change the recipient. */
export function normalizeMailbox(email: string): string {
  return email.toLowerCase().replace(/\+[^@]*(?=@)/, "")
}
