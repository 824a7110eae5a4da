// An old Node parses this file before it can report that it is too old, so the syntax is ES2015.

/**
 * @param {string} version such as "20.19.0"
 * @returns {string | null} why this version cannot run Haat, in one line
 */
export function nodeVersionProblem(version) {
  const parts = version.split(".")
  const major = Number(parts[0])
  const minor = Number(parts[1])
  const supported = major === 20 ? minor >= 19 : major === 22 ? minor >= 12 : major > 22
  return supported ? null : "haat: Node 20.19 or later is needed (or 22.12 or later), and this is Node " + version + "."
}

/** @param {() => Promise<unknown>} load */
export function onSupportedNode(load) {
  const problem = nodeVersionProblem(process.versions.node)
  if (problem) {
    console.error(problem)
    process.exit(1)
  }
  load().catch(function (error) {
    console.error(error)
    process.exit(1)
  })
}
