import { parsePublicId } from "@/domain/public-id"
import { prisma } from "@/platform/db/prisma"

/** The UUID of the account with an email address or an id; undefined if there is none. */
export async function findAccountId(person: string): Promise<string | undefined> {
  const id = parsePublicId("account", person)
  const account = await prisma().account.findFirst({
    where: { OR: [{ email: person }, ...(id === null ? [] : [{ id }])] },
    select: { id: true },
  })
  return account?.id
}
