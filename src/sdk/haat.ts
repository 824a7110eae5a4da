import { readEventStream, type StreamedEvent, type StreamOptions } from "./events"
import { Operations } from "./operations"
import { API_VERSION } from "./schemas"
import { type HaatOptions, Transport } from "./transport"

/**
 * The Haat API. One method for each operation, named as in the reference.
 *
 *     const haat = new Haat({ baseUrl: "https://haat.example/v1", credential: process.env.HAAT_KEY })
 *     for await (const product of haat.listProducts({ q: "makhana" })) console.log(product.name)
 */
export class Haat extends Operations {
  private readonly events: Transport

  constructor(options: HaatOptions) {
    const transport = new Transport(options, API_VERSION)
    super(transport)
    this.events = transport
  }

  /**
   * Events as they happen, each once. It connects again after each cut.
   * `GET /events/stream`, scope `webhooks.manage`.
   */
  streamEvents(options: StreamOptions = {}): AsyncGenerator<StreamedEvent, void, undefined> {
    return readEventStream(this.events, options)
  }
}
