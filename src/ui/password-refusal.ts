import type { Failure } from "@/ui/api"

/** The message name (namespace Problems) for a rejected new password; null if it was not rejected. */
export const passwordRefusal = ({
  details,
}: Failure): "password_common" | "password_personal" | "password_short" | null => {
  const refused = details.find(({ param }) => param === "password")
  if (!refused) return null
  if (refused.code === "common") return "password_common"
  return refused.code === "personal" ? "password_personal" : "password_short"
}
