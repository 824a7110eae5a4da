const BLOCK = 512

/** A number as a field of a header: octal digits and a null character. */
function octal(value: number, length: number): string {
  return `${value.toString(8).padStart(length - 1, "0")}\0`
}

/**
 * An archive in the ustar format (POSIX.1-2017, pax, "ustar Interchange Format"). It has no times and no owners, so the
 * same files give the same archive.
 * @param files their contents by name; a name has at most 100 bytes
 */
export function tarOf(files: Readonly<Record<string, string>>): Buffer {
  const entries = Object.entries(files).flatMap(([name, text]) => {
    const content = Buffer.from(text)
    return [headerOf(name, content.length), content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]
  })
  return Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)])
}

function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`The name ${name} is too long for a tar archive.`)
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0)
  header.write(octal(0o644, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(size, 12), 124)
  header.write(octal(0, 12), 136)
  // The checksum is computed as if its own field were spaces.
  header.fill(" ", 148, 156)
  header.write("0", 156)
  header.write("ustar\x0000", 257)
  const checksum = header.reduce((sum, byte) => sum + byte, 0)
  header.write(`${octal(checksum, 7)} `, 148)
  return header
}
