import type { MetadataRoute } from "next"
import { messagesOf } from "@/i18n/messages"

/** The web app manifest: names, colours and icons, in English for everybody, because it is fetched without cookies. */
export default function manifest(): MetadataRoute.Manifest {
  const { title, description } = messagesOf("en").Landing
  return {
    name: title,
    short_name: "Haat",
    description,
    start_url: "/",
    display: "browser",
    background_color: "#faf6ef",
    theme_color: "#faf6ef",
    icons: [
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/pictures/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/pictures/icon-512.png", sizes: "512x512", type: "image/png" },
    ],
  }
}
