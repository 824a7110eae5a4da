import type { Failure } from "@/ui/api"

/** The message name (namespace Problems) for a rejected new password; null if it was not rejected. */
export function passwordErrorKey({
  details,
}: Failure): "password_common" | "password_personal" | "password_short" | null {
  const detail = details.find(({ param }) => param === "password")
  if (!detail) return null
  if (detail.code === "common") return "password_common"
  return detail.code === "personal" ? "password_personal" : "password_short"
}
