/** Returns the time of a UUIDv7 (RFC 9562, section 5.7), in milliseconds precision. */
export function uuidTime(uuid: string): Date {
  return new Date(parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16))
}
