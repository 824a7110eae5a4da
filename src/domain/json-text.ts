/** A T as JSON that was made where its rows are: /v1 passes it on unread, and a session is given what it holds. */
export class JsonText<T> {
  constructor(
    readonly text: string,
    /** Of a resource that counts its versions. */
    readonly version?: number,
  ) {}

  parse(): T {
    return JSON.parse(this.text) as T
  }
}
