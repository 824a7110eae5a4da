const made = globalThis as typeof globalThis & { haat?: Map<string, unknown> }

/**
 * Returns a singleton of the process. The server and Next each load a copy of every module, so a module variable would
 * exist twice.
 */
export const once = <T>(name: string, make: () => T): T => {
  const things = (made.haat ??= new Map<string, unknown>())
  if (!things.has(name)) things.set(name, make())
  return things.get(name) as T
}
