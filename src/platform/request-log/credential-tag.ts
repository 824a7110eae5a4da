/** The last two bytes of an id, as credential_tag(uuid) in SQL: two bytes in the index instead of sixteen. */
export function credentialTag(id: string): number {
  return parseInt(id.slice(-4), 16) - 32_768
}
