import { writeFileSync } from "node:fs"
import { cpus } from "node:os"
import { buildIfStale } from "../../src/commands/build/build"
import { CliError } from "../../src/commands/cli-error.mjs"
import { parseOptions } from "../../src/commands/parse-options"
import { step } from "../../src/commands/step.mjs"
import { startTestPostgres } from "../../src/testing/setup/postgres"
import { CONNECTIONS, measure, type Measured, median } from "../measure"
import { medusa } from "./medusa"
import { startHaat } from "./haat"
import { type PeerRequest, type Kind, KINDS } from "./peer"
import { startPeer, type RunningShop, waitForExpectedResults } from "./shop"
import { vendure } from "./vendure"

const PEERS = [vendure, medusa]
const PAGES = Array.from({ length: 50 }, (_, i) => i + 1)

interface Row {
  kind: Kind
  shop: string
  path: string
  /** Requests per second and milliseconds, medians of the runs. */
  rate: number
  p50: number
  p99: number
  runs: Measured[]
}

/**
 * Imports the bench's 10,000 products into other shops' servers, measures them and ours alternately, and prints one
 * table. A run of all peers is written to bench/peers/results.json.
 */
export async function runPeers(args: string[]): Promise<void> {
  const { values, positionals } = parseOptions(
    {
      args,
      allowPositionals: true,
      options: { seconds: { type: "string", default: "10" }, rounds: { type: "string", default: "3" } },
    },
    "; see bench/peers/README.md",
  )
  const unknown = positionals.find((name) => PEERS.every((peer) => peer.name !== name))
  if (unknown !== undefined)
    throw new CliError(`there is no peer "${unknown}"; the peers are ${PEERS.map(({ name }) => name).join(" and ")}`)
  const peers = PEERS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  await step("build", (progress) => buildIfStale(progress))
  const stopPostgres = await step(
    "database",
    () => startTestPostgres(),
    () => "PostgreSQL of its own, in a temporary folder",
  )
  const shops: RunningShop[] = []
  try {
    const { shop, workload, catalogue } = await step(
      "haat",
      () => startHaat(PAGES),
      ({ shop: { version } }) => version,
    )
    shops.push(shop)
    const started = await step(
      "peers",
      (progress: (text: string) => void): Promise<RunningShop[]> =>
        Promise.all(peers.map((peer) => startPeer(peer, workload, catalogue, progress))),
      (all) => all.map(({ name, version }) => `${name} ${version}`).join(", "),
    )
    shops.push(...started)
    await step(
      "same products",
      () => Promise.all(shops.map((each) => waitForExpectedResults(each, workload))),
      () => Object.values(workload.expected).join(", "),
    )
    const rows: Row[] = []
    for (const kind of KINDS)
      rows.push(
        ...(await step(kind, () => measureKind(kind, shops, Number(values.seconds), Number(values.rounds)), summary)),
      )
    const versions = Object.fromEntries(shops.map(({ name, version }) => [name, version]))
    process.stdout.write(`\n${tableOf(rows)}\n`)
    if (peers.length === PEERS.length)
      writeFileSync(
        "bench/peers/results.json",
        `${JSON.stringify({ at: new Date().toISOString(), products: workload.expected.list, connections: CONNECTIONS, cores: cpus().length, node: process.version, versions, rows }, null, 2)}\n`,
      )
  } finally {
    for (const { stop } of shops) await stop()
    await stopPostgres()
  }
}

/** Measures all alternately, after a warm-up round. */
async function measureKind(kind: Kind, shops: RunningShop[], seconds: number, rounds: number): Promise<Row[]> {
  const candidates = shops.flatMap(({ name, url, scenarios }) =>
    scenarios.filter((each) => each.kind === kind).map((each) => ({ ...each, name, url, runs: [] as Measured[] })),
  )
  for (let round = 0; round <= rounds; round++) {
    for (const { url, requests, runs } of candidates) {
      const measured = await load(url, seconds, requests)
      if (round > 0) runs.push(measured)
    }
  }
  return candidates.map(({ name, path, runs }) => ({
    kind,
    shop: name,
    path,
    rate: medianOf(runs, "rate"),
    p50: medianOf(runs, "p50"),
    p99: medianOf(runs, "p99"),
    runs,
  }))
}

/** Sends one request after the other, over all connections. */
function load(url: string, seconds: number, requests: PeerRequest["requests"]): Promise<Measured> {
  let next = 0
  const nextRequest = (): PeerRequest["requests"] => {
    const index = next++ % requests.length
    return requests.slice(index, index + 1)
  }
  return measure(url, seconds, requests[0] ?? {}, (client) => {
    client.setRequests(nextRequest())
    client.on("response", () => client.setRequests(nextRequest()))
  })
}

function medianOf(runs: Measured[], what: keyof Measured): number {
  return median(runs.map((run) => run[what]))
}

function summary(rows: Row[]): string {
  return rows.map(({ shop, rate }) => `${shop} ${rate.toFixed(0)}/s`).join(", ")
}

function tableOf(rows: Row[]): string {
  return [
    "| shop | path | requests/s | p50 / p99 ms |",
    "|---|---|---|---|",
    ...rows.map(
      ({ shop, path, rate, p50, p99 }) =>
        `| ${shop} | ${path} | ${rate.toFixed(0)} | ${p50.toFixed(0)} / ${p99.toFixed(0)} |`,
    ),
  ].join("\n")
}
