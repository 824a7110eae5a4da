/** A T serialized to JSON by its query. /v1 sends the text unparsed; a session receives the parsed value. */
export class JsonText<T> {
  constructor(
    readonly text: string,
    /** Version of the resource, if it has one. */
    readonly version?: number,
  ) {}

  parse(): T {
    return JSON.parse(this.text) as T
  }
}
