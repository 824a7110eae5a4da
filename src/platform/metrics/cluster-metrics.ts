const ASKED_SECONDS = 10

interface Asked {
  type: "metrics"
  id: number
}

interface Told extends Asked {
  text: string | null
}

export const isMetricsMessage = (message: unknown): message is Asked & Partial<Told> =>
  typeof message === "object" &&
  message !== null &&
  (message as Partial<Asked>).type === "metrics" &&
  typeof (message as Partial<Asked>).id === "number"

let last = 0

/** Requests the metrics of all processes from the primary process of the cluster. */
export const askForMetrics = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const id = ++last
    const finish = (text: string | null): void => {
      clearTimeout(late)
      process.off("message", hear)
      if (text === null) reject(new Error("the processes did not tell their metrics"))
      else resolve(text)
    }
    const hear = (message: unknown): void => {
      if (isMetricsMessage(message) && message.id === id) finish(message.text ?? null)
    }
    const late = setTimeout(() => finish(null), ASKED_SECONDS * 1000)
    process.on("message", hear)
    process.send?.({ type: "metrics", id } satisfies Asked)
  })
