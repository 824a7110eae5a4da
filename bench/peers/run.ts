import { writeFileSync } from "node:fs"
import { cpus } from "node:os"
import { parseArgs } from "node:util"
import { buildIfStale } from "../../src/commands/build/build"
import { Refusal } from "../../src/commands/refusal.mjs"
import { step } from "../../src/commands/step.mjs"
import { startTestPostgres } from "../../src/testing/setup/postgres"
import { CONNECTIONS, measure, type Measured, median } from "../measure"
import { medusa } from "./medusa"
import { openOurs } from "./ours"
import { type Asked, type Kind, KINDS } from "./peer"
import { openPeer, type Shop, untilRight } from "./shop"
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
export const runPeers = async (args: string[]): Promise<void> => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { seconds: { type: "string", default: "10" }, rounds: { type: "string", default: "3" } },
  })
  const unknown = positionals.find((name) => PEERS.every((peer) => peer.name !== name))
  if (unknown !== undefined)
    throw new Refusal(`there is no peer "${unknown}"; there are ${PEERS.map(({ name }) => name).join(" and ")}`)
  const peers = PEERS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  await step("build", (doing) => buildIfStale(doing))
  const stopPostgres = await step(
    "database",
    () => startTestPostgres(),
    () => "PostgreSQL of its own, in a temporary folder",
  )
  const shops: Shop[] = []
  try {
    const { shop, wanted, catalogue } = await step(
      "haat",
      () => openOurs(PAGES),
      ({ shop: { version } }) => version,
    )
    shops.push(shop)
    const opened = await step(
      "peers",
      (doing: (text: string) => void): Promise<Shop[]> =>
        Promise.all(peers.map((peer) => openPeer(peer, wanted, catalogue, doing))),
      (all) => all.map(({ name, version }) => `${name} ${version}`).join(", "),
    )
    shops.push(...opened)
    await step(
      "same products",
      () => Promise.all(shops.map((each) => untilRight(each, wanted))),
      () => Object.values(wanted.says).join(", "),
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
        `${JSON.stringify({ at: new Date().toISOString(), products: wanted.says.list, connections: CONNECTIONS, cores: cpus().length, node: process.version, versions, rows }, null, 2)}\n`,
      )
  } finally {
    for (const { stop } of shops) await stop()
    await stopPostgres()
  }
}

/** Measures all alternately, after a warm-up round. */
const measureKind = async (kind: Kind, shops: Shop[], seconds: number, rounds: number): Promise<Row[]> => {
  const asked = shops.flatMap(({ name, url, asks }) =>
    asks.filter((each) => each.kind === kind).map((each) => ({ ...each, name, url, runs: [] as Measured[] })),
  )
  for (let round = 0; round <= rounds; round++) {
    for (const { url, requests, runs } of asked) {
      const measured = await load(url, seconds, requests)
      if (round > 0) runs.push(measured)
    }
  }
  return asked.map(({ name, path, runs }) => ({
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
const load = (url: string, seconds: number, requests: Asked["requests"]): Promise<Measured> => {
  let next = 0
  const take = (): Asked["requests"] => {
    const place = next++ % requests.length
    return requests.slice(place, place + 1)
  }
  return measure(url, seconds, requests[0] ?? {}, (client) => {
    client.setRequests(take())
    client.on("response", () => client.setRequests(take()))
  })
}

const medianOf = (runs: Measured[], what: keyof Measured): number => median(runs.map((run) => run[what]))

const summary = (rows: Row[]): string => rows.map(({ shop, rate }) => `${shop} ${rate.toFixed(0)}/s`).join(", ")

const tableOf = (rows: Row[]): string =>
  [
    "| shop | path | requests/s | p50 / p99 ms |",
    "|---|---|---|---|",
    ...rows.map(
      ({ shop, path, rate, p50, p99 }) =>
        `| ${shop} | ${path} | ${rate.toFixed(0)} | ${p50.toFixed(0)} / ${p99.toFixed(0)} |`,
    ),
  ].join("\n")
