/** The mailbox of an address: what stands after a plus changes nothing about who reads it. */
export function mailboxOf(email: string): string {
  return email.toLowerCase().replace(/\+[^@]*(?=@)/, "")
}
