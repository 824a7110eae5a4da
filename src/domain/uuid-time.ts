/** Returns the time of a UUIDv7 (RFC 9562, section 5.7), in milliseconds precision. */
export const uuidTime = (uuid: string): Date => new Date(parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16))
