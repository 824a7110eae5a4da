import { deliveriesRatio, ratioOf, type Results } from "./results"

const WIDTH = 860
const LABEL_WIDTH = 400
const ROW_HEIGHT = 34
const TOP_MARGIN = 56

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

interface BarData {
  label: string
  ratio: number
  goal: number | null
}

/** A chart of the fast lane's rate relative to the baseline, and of the worker's, with each goal as a mark. */
export function renderChart({ rows, deliveries, products, at }: Results): string {
  const bars: BarData[] = rows.flatMap((row) => {
    const ratio = ratioOf(row, "fast")
    return ratio === null ? [] : [{ label: row.path, ratio, goal: row.goal }]
  })
  if (deliveries) bars.push({ label: "webhook deliveries", ratio: deliveriesRatio(deliveries), goal: deliveries.goal })
  const maxRatio = Math.max(1.2, ...bars.map(({ ratio }) => ratio))
  const scale = (ratio: number): number => LABEL_WIDTH + (ratio / maxRatio) * (WIDTH - LABEL_WIDTH - 70)
  const height = TOP_MARGIN + bars.length * ROW_HEIGHT + 30
  const bar = ({ label, ratio, goal }: BarData, index: number): string => {
    const y = TOP_MARGIN + index * ROW_HEIGHT
    const mark =
      goal === null
        ? ""
        : `<line class="goal" x1="${scale(goal).toFixed(1)}" x2="${scale(goal).toFixed(1)}" y1="${y - 3}" y2="${y + 23}"/>`
    return `<text class="label" x="${LABEL_WIDTH - 12}" y="${y + 15}" text-anchor="end">${escape(label)}</text>
  <rect class="bar" x="${LABEL_WIDTH}" y="${y}" width="${(scale(ratio) - LABEL_WIDTH).toFixed(1)}" height="20" rx="3"/>${mark}
  <text class="value" x="${(Math.max(scale(ratio), scale(goal ?? 0)) + 8).toFixed(1)}" y="${y + 15}">${ratio.toFixed(2)}</text>`
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title">
  <title id="title">Requests per second of the fast lane, relative to a plain server on the same tables</title>
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
  <text class="head" x="12" y="22">Fast lane relative to a plain server (1 = the same rate)</text>
  <text class="small" x="12" y="41">The mark is the goal. ${products.toLocaleString("en")} products, ${at.slice(0, 10)}, npm run bench.</text>
  <line class="one" x1="${scale(1).toFixed(1)}" x2="${scale(1).toFixed(1)}" y1="${TOP_MARGIN - 6}" y2="${height - 24}"/>
  ${bars.map(bar).join("\n  ")}
</svg>
`
}
