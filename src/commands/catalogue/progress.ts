const BAR_WIDTH = 24
const DRAWN_EVERY_MS = 200

const time = (seconds: number): string => {
  if (!Number.isFinite(seconds)) return "--:--"
  const whole = Math.max(0, Math.round(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`
}

/** How far a command has come, in one line that is drawn anew: on a terminal only. */
export class ProgressBar {
  private readonly began = performance.now()
  private drawn = 0

  /** @param total in the unit that is counted; null where it is not known beforehand */
  constructor(
    private readonly total: number | null,
    private readonly out: NodeJS.WriteStream = process.stderr,
  ) {}

  show(done: number, records: number): void {
    const now = performance.now()
    if (this.out.isTTY !== true || now - this.drawn < DRAWN_EVERY_MS) return
    this.drawn = now
    this.out.write(`\r\u001b[2K  ${progressLine(done, this.total, records, (now - this.began) / 1000)}`)
  }

  clear(): void {
    if (this.out.isTTY === true) this.out.write("\r\u001b[2K")
  }
}

/** @param seconds since it began */
export const progressLine = (done: number, total: number | null, records: number, seconds: number): string => {
  const rate = `${records.toLocaleString("en-IN")} records, ${Math.round(records / Math.max(seconds, 0.001)).toLocaleString("en-IN")}/s`
  if (total === null) return `${rate}, ${time(seconds)}`
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const filled = Math.round(share * BAR_WIDTH)
  const left = share > 0 ? (seconds / share) * (1 - share) : Infinity
  return `${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)} ${String(Math.floor(share * 100)).padStart(3)} %  ${rate}, ${time(left)} left`
}
