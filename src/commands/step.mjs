const NAME_WIDTH = 14
const DETAIL_WIDTH = 58

// Closing the terminal or pipe must not end a command before it has stopped its processes.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined)

const terminal = process.stdout.isTTY === true
const coloured = terminal && !process.env.NO_COLOR && process.env.TERM !== "dumb"

/**
 * @param {string} code an SGR parameter: "1" bold, "2" dim, "31" red, "32" green, "36" cyan
 * @param {string} text
 */
export function paint(code, text) {
  return coloured ? `\u001b[${code}m${text}\u001b[0m` : text
}

/** @param {number} milliseconds */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

/**
 * @param {string} mark
 * @param {string} name
 * @param {string} detail
 * @param {number} milliseconds
 */
function stepLine(mark, name, detail, milliseconds) {
  const time = seconds(milliseconds).padStart(8)
  return `  ${mark} ${paint("1", `${name} `.padEnd(NAME_WIDTH))}${detail.padEnd(DETAIL_WIDTH)}${paint("2", time)}\n`
}

/**
 * Runs one step and prints it in one line with its duration. On a terminal the line shows the current activity while
 * the step runs.
 * @template T
 * @param {string} name
 * @param {(doing: (text: string) => void) => Promise<T>} work
 * @param {(result: T) => string} [describe] describes the result; by default the result itself
 * @param {{ writesOutput?: boolean }} [options] writesOutput: the work writes to the terminal itself, so the line is
 * printed only when it ends
 * @returns {Promise<T>}
 */
export async function step(name, work, describe = String, { writesOutput = false } = {}) {
  const startedAt = performance.now()
  /** @param {string} text */
  const onActivity = (text) => {
    if (terminal)
      process.stdout.write(`\r\u001b[2K  ${paint("36", "…")} ${paint("1", `${name} `.padEnd(NAME_WIDTH))}${text}`)
  }
  const clear = () => {
    if (terminal && !writesOutput) process.stdout.write("\r\u001b[2K")
  }
  if (!writesOutput) onActivity("")
  try {
    const result = await work(onActivity)
    clear()
    process.stdout.write(stepLine(paint("32", "✓"), name, describe(result), performance.now() - startedAt))
    return result
  } catch (error) {
    clear()
    process.stdout.write(stepLine(paint("31", "✗"), name, "failed", performance.now() - startedAt))
    throw error
  }
}
