import autocannon, { type Client, type Request, type Result } from "autocannon"

export interface Measured {
  /** Successful requests per second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p99: number
}

export const CONNECTIONS = 20
/** In seconds; a slow response still counts as one. */
const RESPONSE_TIMEOUT_SECONDS = 60

/** Loads one server for a while. Any response other than 2xx fails the run, because a fast refusal is not a result. */
export async function load(
  url: string,
  seconds: number,
  request: Request,
  setupClient?: (client: Client) => void,
): Promise<Result> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    timeout: RESPONSE_TIMEOUT_SECONDS,
    requests: [request],
    ...(setupClient && { setupClient }),
  })
  const failures = result.non2xx + result.errors
  if (failures > 0)
    throw new Error(`${failures} of ${result.requests.total} responses of ${url}${String(request.path)} were not 2xx`)
  return result
}

/** Loads a server as load() does, and returns the measurement. */
export async function measure(...args: Parameters<typeof load>): Promise<Measured> {
  const result = await load(...args)
  if (result["2xx"] === 0) throw new Error(`${args[0]}${String(args[2].path)} did not respond within ${args[1]} s`)
  return { rate: result["2xx"] / result.duration, p50: result.latency.p50, p99: result.latency.p99 }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
  return middle.reduce((sum, value) => sum + value, 0) / Math.max(1, middle.length)
}
