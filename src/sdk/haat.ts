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
  constructor(options: HaatOptions) {
    super(new Transport(options, API_VERSION))
  }
}
