import type { PageLinks, PageMeta } from "./schemas"
import type { ApiResponse } from "./transport"

/** One page of a list. */
export interface Page<Item> {
  data: Item[]
  meta: PageMeta
  links: PageLinks
}

type Fetch<Item> = (query: Record<string, string>) => Promise<ApiResponse<Page<Item>>>

/**
 * A list. Awaiting it returns the first page; `for await` iterates over the items of all pages, and requests each page
 * when it is reached.
 * Every iteration starts again, and sees the list's content at that time.
 */
export class Pages<Item> implements PromiseLike<ApiResponse<Page<Item>>>, AsyncIterable<Item> {
  private first: Promise<ApiResponse<Page<Item>>> | null = null

  constructor(private readonly fetch: Fetch<Item>) {}

  then<Fulfilled = ApiResponse<Page<Item>>, Rejected = never>(
    onFulfilled?: ((page: ApiResponse<Page<Item>>) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.firstPage().then(onFulfilled, onRejected)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of this.pages()) yield* data
  }

  /** Iterates over pages, for access to the counts. */
  async *pages(): AsyncGenerator<ApiResponse<Page<Item>>, void, undefined> {
    let page = await this.fetch({})
    for (;;) {
      yield page
      const next = queryOf(page.links.next)
      if (next === null) return
      page = await this.fetch(next)
    }
  }

  private firstPage(): Promise<ApiResponse<Page<Item>>> {
    return (this.first ??= this.fetch({}))
  }
}

/** The query of the next page's URL. The URL itself may have another host than the one that this client can reach. */
function queryOf(link: string | null): Record<string, string> | null {
  return link === null ? null : Object.fromEntries(new URL(link, "http://here.invalid").searchParams)
}
