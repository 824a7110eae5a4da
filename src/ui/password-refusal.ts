import type { Failure } from "@/ui/api"

/** Which words of Problems tell why a new password was refused; null when it was not. */
export const passwordRefusal = ({
  details,
}: Failure): "password_common" | "password_personal" | "password_short" | null => {
  const refused = details.find(({ param }) => param === "password")
  if (!refused) return null
  if (refused.code === "common") return "password_common"
  return refused.code === "personal" ? "password_personal" : "password_short"
}
