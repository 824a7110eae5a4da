const RESPONSE_TIMEOUT_SECONDS = 10

interface MetricsRequest {
  type: "metrics"
  id: number
}

interface MetricsResponse extends MetricsRequest {
  text: string | null
}

export function isMetricsMessage(message: unknown): message is MetricsRequest & Partial<MetricsResponse> {
  return (
    typeof message === "object" &&
    message !== null &&
    (message as Partial<MetricsRequest>).type === "metrics" &&
    typeof (message as Partial<MetricsRequest>).id === "number"
  )
}

let lastRequestId = 0

/** Requests the metrics of all processes from the primary process of the cluster. */
export function requestClusterMetrics(): Promise<string> {
  return new Promise((resolve, reject) => {
    const id = ++lastRequestId
    const finish = (text: string | null): void => {
      clearTimeout(timeout)
      process.off("message", onMessage)
      if (text === null) reject(new Error("the processes did not tell their metrics"))
      else resolve(text)
    }
    const onMessage = (message: unknown): void => {
      if (isMetricsMessage(message) && message.id === id) finish(message.text ?? null)
    }
    const timeout = setTimeout(() => finish(null), RESPONSE_TIMEOUT_SECONDS * 1000)
    process.on("message", onMessage)
    process.send?.({ type: "metrics", id } satisfies MetricsRequest)
  })
}
