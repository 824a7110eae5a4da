import { ratioOf, type Results, type Row } from "./results"

const WIDTH = 860
const LABELS = 400
const LINE = 34
const TOP = 56

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** A chart of the fast lane's rate over the floor's, with each goal as a mark. */
export const drawBench = ({ rows, products, at }: Results): string => {
  const shown = rows.filter((row) => ratioOf(row, "fast") !== null)
  const most = Math.max(1.2, ...shown.map((row) => ratioOf(row, "fast") ?? 0))
  const scale = (ratio: number): number => LABELS + (ratio / most) * (WIDTH - LABELS - 70)
  const height = TOP + shown.length * LINE + 30
  const bar = (row: Row, index: number): string => {
    const ratio = ratioOf(row, "fast") ?? 0
    const y = TOP + index * LINE
    const goal = row.goal === null ? "" : `<line class="goal" x1="${scale(row.goal).toFixed(1)}" x2="${scale(row.goal).toFixed(1)}" y1="${y - 3}" y2="${y + 23}"/>`
    return `<text class="label" x="${LABELS - 12}" y="${y + 15}" text-anchor="end">${escape(row.path)}</text>
  <rect class="bar" x="${LABELS}" y="${y}" width="${(scale(ratio) - LABELS).toFixed(1)}" height="20" rx="3"/>${goal}
  <text class="value" x="${(Math.max(scale(ratio), scale(row.goal ?? 0)) + 8).toFixed(1)}" y="${y + 15}">${ratio.toFixed(2)}</text>`
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title">
  <title id="title">Requests per second of the fast lane, over those of a bare server that does the same work</title>
  <style>
    text { font: 13px system-ui, sans-serif; fill: #1f2937 }
    .head { font-weight: 600; font-size: 15px }
    .small { font-size: 12px; fill: #4b5563 }
    .bar { fill: #0f766e }
    .goal { stroke: #b45309; stroke-width: 2.5 }
    .one { stroke: #9ca3af; stroke-dasharray: 3 3 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e5e7eb }
      .small { fill: #9ca3af }
      .bar { fill: #2dd4bf }
      .goal { stroke: #fbbf24 }
    }
  </style>
  <text class="head" x="12" y="22">Fast lane, as a part of what a bare server does (1 = the same)</text>
  <text class="small" x="12" y="41">The mark is the goal. ${products.toLocaleString("en")} products, ${at.slice(0, 10)}, npm run bench.</text>
  <line class="one" x1="${scale(1).toFixed(1)}" x2="${scale(1).toFixed(1)}" y1="${TOP - 6}" y2="${height - 24}"/>
  ${shown.map(bar).join("\n  ")}
</svg>
`
}
