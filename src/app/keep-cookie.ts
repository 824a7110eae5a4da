import { cookies } from "next/headers"

/** Stores the cookie of a Set-Cookie header from a server action. */
export const keepCookie = async (header: string): Promise<void> => {
  const [pair = "", ...attributes] = header.split("; ")
  const at = pair.indexOf("=")
  const maxAge = attributes.find((attribute) => attribute.startsWith("Max-Age="))
  const store = await cookies()
  store.set(pair.slice(0, at), pair.slice(at + 1), {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: attributes.includes("Secure"),
    ...(maxAge && { maxAge: Number(maxAge.slice(8)) }),
  })
}
