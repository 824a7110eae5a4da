/** A foreseen reason to stop: its message is shown as the one line, without a stack. */
export class Refusal extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message)
    this.name = "Refusal"
  }
}

/**
 * Prints why a command stops: one line if that was foreseen, the whole error if not.
 * @param {unknown} error
 */
export function printFailure(error) {
  if (error instanceof Refusal) process.stderr.write(`haat: ${error.message}\n`)
  else console.error(error)
}
