/** An expected reason to stop: its message is printed as one line, without a stack. */
export class CliError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message)
    this.name = "CliError"
  }
}

/**
 * Prints why a command stops: one line for an expected reason, the whole error otherwise.
 * @param {unknown} error
 */
export function printFailure(error) {
  if (error instanceof CliError) process.stderr.write(`haat: ${error.message}\n`)
  else console.error(error)
}
