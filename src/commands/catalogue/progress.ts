const BAR_WIDTH = 24
const DRAWN_EVERY_MS = 200
const WRITTEN_EVERY_MS = 10_000

function time(seconds: number): string {
  if (!Number.isFinite(seconds)) return "--:--"
  const whole = Math.max(0, Math.round(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`
}

/** Shows how far a command has come: one redrawn line on a terminal, an occasional line elsewhere. */
export class ProgressBar {
  private readonly startedAt = performance.now()
  private drawn = this.startedAt

  /** @param total in the unit that is counted; null where it is not known in advance */
  constructor(
    private readonly total: number | null,
    private readonly out: { isTTY?: boolean; write: (text: string) => unknown } = process.stderr,
  ) {}

  show(done: number, records: number): void {
    const now = performance.now()
    const terminal = this.out.isTTY === true
    if (now - this.drawn < (terminal ? DRAWN_EVERY_MS : WRITTEN_EVERY_MS)) return
    this.drawn = now
    const line = `  ${progressLine(done, this.total, records, (now - this.startedAt) / 1000)}`
    this.out.write(terminal ? `\r\u001b[2K${line}` : `${line}\n`)
  }

  clear(): void {
    if (this.out.isTTY === true) this.out.write("\r\u001b[2K")
  }
}

/** @param seconds since the start */
export function progressLine(done: number, total: number | null, records: number, seconds: number): string {
  const rate = `${records.toLocaleString("en-IN")} records, ${Math.round(records / Math.max(seconds, 0.001)).toLocaleString("en-IN")}/s`
  if (total === null) return `${rate}, ${time(seconds)}`
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const filled = Math.round(share * BAR_WIDTH)
  const left = share > 0 ? (seconds / share) * (1 - share) : Infinity
  return `${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)} ${String(Math.floor(share * 100)).padStart(3)} %  ${rate}, ${time(left)} left`
}
