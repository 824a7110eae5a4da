import { hash } from "node:crypto"
import { Problem } from "@/domain/problem"

/** The state that a client requires of a resource that it changes. */
export interface Precondition {
  /** The resource must have one of these versions; null allows any. */
  versions: readonly string[] | null
  /** The resource must have none of these versions; "all": it must not exist. */
  excludedVersions: readonly string[] | "all"
  /** The resource must not have been modified after this second. */
  unmodifiedSince: Date | null
}

/** The state of a resource, read under its row lock. */
export interface CurrentState {
  version: string
  updatedAt: Date
}

/**
 * Call it with the row locked, or two clients that require the same version could both write.
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

function toSecond(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}

/**
 * Returns the version of a resource without a version counter: a hash of its members, which must be in schema order.
 */
export function versionOf(resource: unknown): string {
  return hash("sha1", JSON.stringify(resource), "base64url")
}
