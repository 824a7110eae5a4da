import type { Locale } from "@/domain/locale"
import type { Messages } from "@/i18n/messages"

// Makes the compiler check the names of messages.
declare module "next-intl" {
  interface AppConfig {
    Locale: Locale
    Messages: Messages
  }
}
