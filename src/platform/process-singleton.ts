const processGlobal = globalThis as typeof globalThis & { haat?: Map<string, unknown> }

/**
 * Returns a singleton of the process. The server and Next each load a copy of every module, so a module variable would
 * exist twice.
 */
export function processSingleton<T>(name: string, create: () => T): T {
  const singletons = (processGlobal.haat ??= new Map<string, unknown>())
  if (!singletons.has(name)) singletons.set(name, create())
  return singletons.get(name) as T
}
