import type { PageLinks, PageMeta } from "./schemas"
import type { Answered } from "./transport"

/** One page of a list. */
export interface Page<Item> {
  data: Item[]
  meta: PageMeta
  links: PageLinks
}

type Fetch<Item> = (query: Record<string, string>) => Promise<Answered<Page<Item>>>

/**
 * A list. Awaited, it is its first page; `for await` walks through the items of all pages, and asks for each page only when
 * it is reached. Every walk asks anew, so that it sees what the list holds by then.
 */
export class Pages<Item> implements PromiseLike<Answered<Page<Item>>>, AsyncIterable<Item> {
  private first: Promise<Answered<Page<Item>>> | null = null

  constructor(private readonly fetch: Fetch<Item>) {}

  then<Kept = Answered<Page<Item>>, Failed = never>(
    onKept?: ((page: Answered<Page<Item>>) => Kept | PromiseLike<Kept>) | null,
    onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Kept | Failed> {
    return this.firstPage().then(onKept, onFailed)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of this.pages()) yield* data
  }

  /** Page by page, for those who want the counts or show pages. */
  async *pages(): AsyncGenerator<Answered<Page<Item>>, void, undefined> {
    let page = await this.fetch({})
    for (;;) {
      yield page
      const next = queryOf(page.links.next)
      if (next === null) return
      page = await this.fetch(next)
    }
  }

  private firstPage(): Promise<Answered<Page<Item>>> {
    return (this.first ??= this.fetch({}))
  }
}

/** The query of the next page's address: the address itself may name another host than the one that this client may reach. */
const queryOf = (link: string | null): Record<string, string> | null =>
  link === null ? null : Object.fromEntries(new URL(link, "http://here.invalid").searchParams)
