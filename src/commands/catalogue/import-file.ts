import { once } from "node:events"
import type { Readable } from "node:stream"
import { Client, type ClientBase, DatabaseError } from "pg"
import { from as copyFrom } from "pg-copy-streams"
import {
  LOCK_REFERENCED_SQL,
  INSERT_NEW_SQL,
  MAY_SKIP_FOREIGN_KEYS_SQL,
  SKIP_FOREIGN_KEYS_SQL,
  CHECK_FOREIGN_KEYS_SQL,
} from "./insert-products"
import { mergeOrders, type OrderLine } from "./import-orders"
import { LINE_MAX, linesOf } from "./lines"
import { OTHER_ERRORS_SQL, FIND_CATEGORY, MERGE_BRANDS, MERGE_CATEGORY, MERGE_STORES } from "./merge-others"
import {
  BATCH_TABLES,
  PRODUCT_ERRORS_SQL,
  MARK_UPDATED,
  MERGE_BUNDLES,
  MERGE_KNOWN,
  RECORD_IMPORTED_SQL,
  REFRESH_LISTINGS,
  STAGE_OPTIONS,
  STAGE_PRODUCTS,
  STAGE_VARIANTS,
  TABLES,
} from "./merge-products"
import { type CatalogueRecord, type RecordError, type Kind, KINDS, parseRecord } from "./record"

const BATCH_LINES_MAX = 5_000
/** In bytes; bounds the memory of a batch with long descriptions. */
const BATCH_BYTES_MAX = 16 * 1024 * 1024
/** After this many errors the rest of a file is not read. */
const ERRORS_MAX = 100
/** The rest of a file is not read either when this many records depend on rejected ones. */
const REJECTED_MAX = 100_000

// An arbitrary number that no other advisory lock of this database uses. Two imports at the same time would wait for
// each other's rows.
const IMPORT_LOCK = 7_221_004_120

interface StagedLine {
  line: number
  kind: Kind
  /** Its slug, or the reference of an order. */
  name: string
  json: string
}

interface Batch {
  lines: StagedLine[]
  bytes: number
}

export interface ImportResult {
  /** Records read, by kind. */
  records: Record<Kind, number>
  /** Of the orders among them, how many were there already. */
  knownOrders: number
  /** The file was rejected if there are any; at most ERRORS_MAX. */
  errors: RecordError[]
  /** Whether there may be more errors, because reading stopped at the limit. */
  more: boolean
  /** Why the statistics could not be updated after the commit, or null. Autovacuum will update them later. */
  statisticsError: string | null
}

interface ImportOptions {
  /** Called with the bytes and records read so far. */
  progress: (bytes: number, records: number) => void
  /** Called when another import has to end first. */
  onWaitForLock: () => void
  /**
   * Called with the size of each batch in bytes before it is written. An error that it throws ends the import and rolls
   * it back.
   */
  checkSpace: (bytes: number) => Promise<void>
}

/** The connection to the database was lost. */
export class ConnectionLost extends Error {
  override name = "ConnectionLost"

  /** @param committing whether the connection was lost during COMMIT, so that the file may have been imported */
  constructor(
    readonly committing: boolean,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/**
 * PostgreSQL's error classes for connection exceptions and operator intervention (such as a shutdown), and the errors
 * of a socket.
 */
const LOST_CODE = /^(08|57P)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/
const LOST_MESSAGE = /^Connection terminated|^Client has encountered a connection error|^Client was closed/

function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return (typeof code === "string" && LOST_CODE.test(code)) || LOST_MESSAGE.test(error.message) || isLost(error.cause)
}

/** Imports a file in one transaction: all of it, or nothing if one record is wrong. */
export async function importFile(
  databaseUrl: string,
  open: () => Readable,
  { progress, onWaitForLock, checkSpace }: Partial<ImportOptions> = {},
): Promise<ImportResult> {
  const client = new Client({ connectionString: databaseUrl, application_name: "haat import" })
  client.on("error", () => undefined)
  let committing = false
  try {
    await client.connect()
    await client.query("BEGIN")
    const { rows } = await client.query<{ acquired: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS acquired", [
      IMPORT_LOCK,
    ])
    if (rows[0]?.acquired !== true) {
      onWaitForLock?.()
      await client.query("SELECT pg_advisory_xact_lock($1)", [IMPORT_LOCK])
    }
    await client.query(
      "SET LOCAL gin_pending_list_limit = '64MB'; SET LOCAL work_mem = '64MB'; SET LOCAL temp_buffers = '64MB'",
    )
    await client.query(TABLES)
    const run = new ImportRun(client, checkSpace)
    const file = open()
    let more = false
    const read = { bytes: 0, records: 0 }
    try {
      for await (const { number, text } of linesOf(file, (bytes) => (read.bytes += bytes))) {
        await run.add(number, text)
        if (++read.records % 500 === 0) progress?.(read.bytes, read.records)
        more = run.full
        if (more) break
      }
      await run.finish()
      progress?.(read.bytes, read.records)
    } finally {
      file.destroy()
    }
    const imported = run.result(more)
    committing = imported.errors.length === 0
    await client.query(committing ? "COMMIT" : "ROLLBACK")
    // The file is committed: errors from here on must not be reported as a failed import.
    if (imported.errors.length === 0)
      await updateStatistics(client, imported.records.order > 0).catch(
        (error: Error) => (imported.statisticsError = error.message),
      )
    return imported
  } catch (error) {
    throw isLost(error) ? new ConnectionLost(committing, error) : error
  } finally {
    await client.end()
  }
}

/**
 * Does what autovacuum would do later: updates the planner's statistics and empties the pending lists of the search
 * indexes.
 */
async function updateStatistics(client: ClientBase, orders: boolean): Promise<void> {
  if (orders)
    await client.query(
      "ANALYZE customer_order, seller_order, order_item, payment, delivery_address, shipment, refund, external_reference",
    )
  await client.query(
    "ANALYZE category, brand, store, product, product_image, product_variant, product_option, product_option_value, variant_option_value, listing, product_detail, search_word",
  )
  await client.query(`
    SELECT gin_clean_pending_list(i.indexrelid) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam
    WHERE a.amname = 'gin' AND i.indrelid IN ('listing'::regclass, 'search_word'::regclass)`)
}

class ImportRun {
  private readonly errors: RecordError[] = []
  private readonly records: Record<Kind, number> = { category: 0, brand: 0, store: 0, product: 0, order: 0 }
  private knownOrders = 0
  /** The lines of the orders read so far, by their reference. */
  private readonly orderLines = new Map<string, number>()
  /** The records of rejected lines. A record that refers to one of them is not reported as a second error. */
  private readonly rejected = new Set<string>()
  private batch: Batch = { lines: [], bytes: 0 }
  private merging: Promise<void> = Promise.resolve()
  private canSkipForeignKeys: boolean | null = null

  constructor(
    private readonly client: ClientBase,
    private readonly checkSpace?: ImportOptions["checkSpace"],
  ) {}

  get full(): boolean {
    return this.errors.length >= ERRORS_MAX || this.rejected.size >= REJECTED_MAX
  }

  async add(line: number, text: string | null): Promise<void> {
    if (text === null)
      return this.reject({ line, field: "", message: `is not UTF-8, or is longer than ${LINE_MAX} bytes` }, null)
    const parsed = parseRecord(line, text)
    if ("errors" in parsed) {
      for (const recordError of parsed.errors) this.reject(recordError, parsed.record)
      return
    }
    const { record } = parsed
    this.records[record.kind]++
    const json = JSON.stringify(record)
    const name = record.kind === "order" ? record.external_id : record.slug
    this.batch.lines.push({ line, kind: record.kind, name, json })
    this.batch.bytes += json.length
    if (this.batch.lines.length >= BATCH_LINES_MAX || this.batch.bytes >= BATCH_BYTES_MAX) await this.submitBatch()
  }

  async finish(): Promise<void> {
    await this.submitBatch()
    await this.merging
  }

  result(more: boolean): ImportResult {
    return {
      statisticsError: null,
      records: this.records,
      knownOrders: this.knownOrders,
      more: more || this.full,
      errors: this.errors.sort((a, b) => a.line - b.line || (a.field < b.field ? -1 : 1)).slice(0, ERRORS_MAX),
    }
  }

  /** Starts merging the batch; the next one is read while the database works on it. */
  private async submitBatch(): Promise<void> {
    const batch = this.batch
    this.batch = { lines: [], bytes: 0 }
    await this.merging
    this.merging = this.merge(batch)
    // The error is thrown where the merge is awaited.
    this.merging.catch(() => undefined)
  }

  private reject(recordError: RecordError, record: unknown): void {
    if (this.errors.length < ERRORS_MAX) this.errors.push(recordError)
    if (typeof record !== "object" || record === null) return
    const { kind, slug, variants } = record as Partial<Record<string, unknown>>
    if (typeof kind === "string" && typeof slug === "string") this.rejected.add(`${kind}:${slug}`)
    for (const variant of Array.isArray(variants) ? (variants as { sku?: unknown }[]) : [])
      if (typeof variant?.sku === "string") this.rejected.add(`sku:${variant.sku}`)
  }

  private async merge(batch: Batch): Promise<void> {
    const lines = this.withoutRepeated(batch.lines)
    if (lines.length === 0) return
    const kinds = new Set(lines.map(({ kind }) => kind))
    await this.checkSpace?.(batch.bytes)
    try {
      await this.client.query(`TRUNCATE ${BATCH_TABLES}`)
      await this.stage(lines.filter(({ kind }) => kind !== "order"))
      if (kinds.has("category")) await this.mergeCategories(lines)
      if (kinds.has("brand") || kinds.has("store")) await this.mergeOthers(kinds)
      if (kinds.has("product")) await this.mergeProducts(lines)
      if (kinds.has("order")) await this.mergeOrders(lines)
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      const message = `the database refuses the lines ${lines[0]?.line ?? 0} to ${lines.at(-1)?.line ?? 0}: ${error.message}${error.detail ? ` (${error.detail})` : ""}`
      throw new Error(message, { cause: error })
    }
  }

  private withoutRepeated(lines: StagedLine[]): StagedLine[] {
    const first = new Map<string, number>()
    return lines.filter(({ kind, name, line }) => {
      const seen = kind === "order" ? this.orderLines : first
      const key = kind === "order" ? name : `${kind}:${name}`
      const earlier = seen.get(key)
      const field = kind === "order" ? "external_id" : "slug"
      if (earlier === undefined) seen.set(key, line)
      else this.reject({ line, field, message: `is on line ${earlier} already` }, null)
      return earlier === undefined
    })
  }

  private async stage(lines: readonly StagedLine[]): Promise<void> {
    const copy = this.client.query(copyFrom("COPY import_line FROM STDIN"))
    const done = once(copy, "finish")
    for (const { line, kind, json } of lines) {
      // Of the characters that COPY's text format escapes, JSON contains only the backslash.
      if (!copy.write(`${line}\t${kind}\t${json.replaceAll("\\", "\\\\")}\n`))
        await Promise.race([once(copy, "drain"), done])
    }
    copy.end()
    await done
    await this.client.query("ANALYZE import_line (line, kind)")
  }

  private async mergeCategories(lines: readonly StagedLine[]): Promise<void> {
    for (const { line, kind, name: slug, json } of lines) {
      if (kind !== "category") continue
      const record = JSON.parse(json) as Extract<CatalogueRecord, { kind: "category" }>
      const parent = record.parent ?? null
      const { rows } = await this.client.query<{ parent_id: number | null; seen: number | null; circular: boolean }>(
        FIND_CATEGORY,
        [slug, parent],
      )
      const found = rows[0]
      if (!found) continue
      const recordError = (field: string, message: string): void => this.reject({ line, field, message }, record)
      if (found.seen !== null) recordError("slug", `is on line ${found.seen} already`)
      else if (parent !== null && found.parent_id === null) {
        if (this.rejected.has(`category:${parent}`)) this.rejected.add(`category:${slug}`)
        else recordError("parent", `there is no category ${parent}; define a category before its subcategories`)
      } else if (found.circular) recordError("parent", `${parent ?? ""} is this category or below it`)
      else await this.client.query(MERGE_CATEGORY, [json, line, found.parent_id])
    }
  }

  private async mergeOthers(kinds: ReadonlySet<Kind>): Promise<void> {
    const { rows } = await this.client.query<RecordError>(OTHER_ERRORS_SQL)
    for (const recordError of rows) this.reject(recordError, null)
    if (rows.length > 0)
      await this.client.query("DELETE FROM import_line WHERE line = ANY ($1)", [rows.map(({ line }) => line)])
    if (kinds.has("brand")) for (const statement of MERGE_BRANDS) await this.client.query(statement)
    if (kinds.has("store")) for (const statement of MERGE_STORES) await this.client.query(statement)
  }

  private async mergeProducts(lines: readonly StagedLine[]): Promise<void> {
    await this.client.query("SELECT set_config('haat.bulk', 'on', true)")
    await this.client.query(STAGE_PRODUCTS)
    await this.client.query(STAGE_VARIANTS)
    await this.client.query(
      "ANALYZE import_product (line, id, fresh, slug, store_id), import_variant (line, product_id, fresh, id, sku, position)",
    )
    await this.dropInvalidProducts(lines)
    for (const statement of STAGE_OPTIONS) await this.client.query(statement)
    await this.client.query(RECORD_IMPORTED_SQL)
    const { rows } = await this.client.query<{ fresh: boolean }>("SELECT DISTINCT fresh FROM import_product")
    if (rows.some(({ fresh }) => fresh)) await this.insertNewProducts()
    if (rows.some(({ fresh }) => !fresh)) for (const statement of MERGE_KNOWN) await this.client.query(statement)
    await this.client.query(MERGE_BUNDLES)
    await this.client.query(MARK_UPDATED)
    if (this.errors.length === 0) await this.refreshListings()
    await this.client.query("SELECT set_config('haat.bulk', 'off', true)")
  }

  private async mergeOrders(lines: readonly StagedLine[]): Promise<void> {
    const orders = lines.flatMap(({ line, kind, json }): OrderLine[] => {
      if (kind !== "order") return []
      return [{ line, record: JSON.parse(json) as OrderLine["record"] }]
    })
    const run = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> =>
      (await this.client.query<Row>(text, values)).rows
    const { known, errors } = await mergeOrders(run, orders)
    this.knownOrders += known
    // What is wrong because of a refused product was reported with it.
    for (const { refers, ...recordError } of errors)
      if (refers === null || !this.rejected.has(refers)) this.reject(recordError, null)
      else this.rejected.add(`order:${recordError.line}`)
  }

  private async maySkipForeignKeys(): Promise<boolean> {
    return (this.canSkipForeignKeys ??=
      (await this.client.query<{ allowed: boolean }>(MAY_SKIP_FOREIGN_KEYS_SQL)).rows[0]?.allowed ?? false)
  }

  /** Locks the products whose listings are refreshed, so that their foreign keys hold without a lookup. */
  private async refreshListings(): Promise<void> {
    const canSkipForeignKeys = await this.maySkipForeignKeys()
    if (canSkipForeignKeys) await this.client.query(SKIP_FOREIGN_KEYS_SQL)
    await this.client.query(REFRESH_LISTINGS)
    if (canSkipForeignKeys) await this.client.query(CHECK_FOREIGN_KEYS_SQL)
  }

  private async insertNewProducts(): Promise<void> {
    const locked =
      (await this.maySkipForeignKeys()) &&
      (await this.client.query<{ locked: boolean }>(LOCK_REFERENCED_SQL)).rows[0]?.locked === true
    if (locked) await this.client.query(SKIP_FOREIGN_KEYS_SQL)
    for (const statement of INSERT_NEW_SQL) await this.client.query(statement)
    if (locked) await this.client.query(CHECK_FOREIGN_KEYS_SQL)
  }

  private async dropInvalidProducts(lines: readonly StagedLine[]): Promise<void> {
    const { rows } = await this.client.query<RecordError & { refers: string | null }>(PRODUCT_ERRORS_SQL)
    if (rows.length === 0) return
    const texts = new Map(lines.map(({ line, json }) => [line, json]))
    for (const { refers, ...recordError } of rows) {
      const record: unknown = JSON.parse(texts.get(recordError.line) ?? "null")
      if (refers !== null && this.rejected.has(refers)) this.markVariantsRejected(record)
      else this.reject(recordError, record)
    }
    const invalidLines = rows.map(({ line }) => line)
    await this.client.query("DELETE FROM import_variant WHERE line = ANY ($1)", [invalidLines])
    await this.client.query("DELETE FROM import_product WHERE line = ANY ($1)", [invalidLines])
  }

  private markVariantsRejected(record: unknown): void {
    for (const { sku } of (record as { variants?: { sku: string }[] } | null)?.variants ?? [])
      this.rejected.add(`sku:${sku}`)
  }
}

export function describeRecords({ records, knownOrders }: Pick<ImportResult, "records" | "knownOrders">): string {
  return (
    (KINDS.filter((kind) => records[kind] > 0)
      .map(
        (kind) =>
          `${records[kind].toLocaleString("en-IN")} ${records[kind] === 1 ? kind : kind === "category" ? "categories" : `${kind}s`}`,
      )
      .join(", ") || "no records") + (knownOrders > 0 ? ` (${knownOrders.toLocaleString("en-IN")} there already)` : "")
  )
}
