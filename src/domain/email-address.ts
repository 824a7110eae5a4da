/** The longest email address that SMTP can deliver to (RFC 5321, section 4.5.3.1.3). */
export const EMAIL_MAX = 254

/** Normalizes an email address to its mailbox: lower case, without the +tag, which does not change the recipient. */
export function normalizeMailbox(email: string): string {
  return email.toLowerCase().replace(/\+[^@]*(?=@)/, "")
}
