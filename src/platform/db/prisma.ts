import { PrismaPg } from "@prisma/adapter-pg"
import { isStale } from "@/platform/db/errors"
import { pool } from "@/platform/db/pool"
import { refuseOnFullDisk } from "@/platform/disk/disk-space"
import { env } from "@/platform/env"
import { once } from "@/platform/once"
import { PrismaClient } from "@/platform/prisma/client"

export const prismaClient = (): PrismaClient =>
  once(
    "prisma",
    () =>
      new PrismaClient({
        adapter: new PrismaPg(pool(), {
          ...(env.preparedStatements && { statementNameGenerator: ({ sql }) => prismaNames().of(sql) }),
        }),
      }),
  )

// What changes something by itself. $queryRaw may read only.
const PRISMA_WRITE = /^(create|update|delete|upsert|\$executeRaw)/

/**
 * The Prisma client, for statements that are their own transaction: what changes something is refused with DiskFull where the disk is full, as
 * writeQuery does. What belongs together, or is done on a full disk as well, goes through prismaTransaction.
 */
export const prisma = (): PrismaClient =>
  once("prisma-single", () => {
    const extended = prismaClient().$extends({
      query: {
        async $allOperations({ operation, args, query: execute }) {
          if (PRISMA_WRITE.test(operation)) refuseOnFullDisk()
          const run = (): Promise<unknown> => execute(args)
          return run().catch((error: unknown) => {
            if (!isStale(error)) throw error
            prismaNames().renew()
            return run()
          })
        },
      },
    })
    // An extension of queries alone leaves every method as it was.
    return extended as PrismaClient
  })

// As many of Prisma's statements each connection prepares: the texts of lists (IN) are as many as their lengths.
const PRISMA_STATEMENTS = 500

// The name of the statement that PostgreSQL forgets with the next one.
const UNNAMED = ""

/** The names of Prisma's prepared statements: the same text has the same name. */
class StatementNames {
  private readonly names = new Map<string, string>()
  private generation = 0

  of(text: string): string {
    const name = this.names.get(text)
    if (name !== undefined) return name
    if (this.names.size >= PRISMA_STATEMENTS) return UNNAMED
    const added = `prisma-${this.generation}-${this.names.size}`
    this.names.set(text, added)
    return added
  }

  /** Has all of them prepared anew. */
  renew(): void {
    this.names.clear()
    this.generation++
  }
}

export const prismaNames = () => once("prisma-statements", () => new StatementNames())
