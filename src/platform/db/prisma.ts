import { PrismaPg } from "@prisma/adapter-pg"
import { isStalePreparedStatement } from "@/platform/db/errors"
import { pool } from "@/platform/db/pool"
import { refuseOnFullDisk } from "@/platform/disk/disk-space"
import { env } from "@/platform/env"
import { processSingleton } from "@/platform/process-singleton"
import { PrismaClient } from "@/platform/prisma/client"

export function prismaClient(): PrismaClient {
  return processSingleton(
    "prisma",
    () =>
      new PrismaClient({
        adapter: new PrismaPg(pool(), {
          ...(env.preparedStatements && { statementNameGenerator: ({ sql }) => prismaStatementNames().nameFor(sql) }),
        }),
      }),
  )
}

// Methods that write. $queryRaw must only read.
const PRISMA_WRITE_OPERATION = /^(create|update|delete|upsert|\$executeRaw)/

/**
 * The Prisma client for single statements. Writes throw DiskFull if the disk is full, as writeQuery does. Use
 * prismaTransaction for several statements, or for writes that a full disk allows.
 */
export function prisma(): PrismaClient {
  return processSingleton("prisma-single", () => {
    const extended = prismaClient().$extends({
      query: {
        async $allOperations({ operation, args, query: execute }) {
          if (PRISMA_WRITE_OPERATION.test(operation)) refuseOnFullDisk()
          const run = (): Promise<unknown> => execute(args)
          return run().catch((error: unknown) => {
            if (!isStalePreparedStatement(error)) throw error
            prismaStatementNames().reset()
            return run()
          })
        },
      },
    })
    // An extension with only `query` keeps all methods.
    return extended as PrismaClient
  })
}

// Prisma's prepared statements per connection; an IN list has a text for each length.
const MAX_STATEMENT_NAMES = 500

// PostgreSQL replaces the unnamed statement at the next one.
const UNNAMED = ""

/** Names Prisma's prepared statements; equal texts get equal names. */
class StatementNameCache {
  private readonly names = new Map<string, string>()
  private generation = 0

  nameFor(text: string): string {
    const name = this.names.get(text)
    if (name !== undefined) return name
    if (this.names.size >= MAX_STATEMENT_NAMES) return UNNAMED
    const added = `prisma-${this.generation}-${this.names.size}`
    this.names.set(text, added)
    return added
  }

  /** Renames all, so that each is prepared anew. */
  reset(): void {
    this.names.clear()
    this.generation++
  }
}

export function prismaStatementNames() {
  return processSingleton("prisma-statements", () => new StatementNameCache())
}
