import { hash } from "node:crypto"
import { Problem } from "@/domain/problem"

/** Which state of a resource a client expects when it asks for a change of it. */
export interface Precondition {
  /** The resource must be in one of these versions; null: in any. */
  versions: readonly string[] | null
  /** It must be in none of these; "all": it must not exist. */
  excludedVersions: readonly string[] | "all"
  /** It must not have been modified after the second that begins here. */
  unmodifiedSince: Date | null
}

/** A resource as it stands under the lock of its row. */
export interface CurrentState {
  version: string
  updatedAt: Date
}

/**
 * Call it with the row locked, or two clients that expect the same version could both write.
 * @throws Problem precondition_failed
 */
export function requirePrecondition(
  { versions, excludedVersions, unmodifiedSince }: Precondition,
  { version, updatedAt }: CurrentState,
): void {
  if (
    (versions !== null && !versions.includes(version)) ||
    excludedVersions === "all" ||
    excludedVersions.includes(version) ||
    (unmodifiedSince !== null && toSecond(updatedAt) > toSecond(unmodifiedSince))
  ) {
    throw new Problem("precondition_failed")
  }
}

const toSecond = (date: Date): number => Math.floor(date.getTime() / 1000)

/** The version of a resource that counts none: it changes with each of its members, which must come in the order of its schema. */
export function versionOf(resource: unknown): string {
  return hash("sha1", JSON.stringify(resource), "base64url")
}
