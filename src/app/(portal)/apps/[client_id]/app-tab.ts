import type { AppType } from "@/domain/oauth-app"

const APP_TABS = ["overview", "test", "webhooks", "log", "settings"] as const

export type AppTab = (typeof APP_TABS)[number]

/** The tabs of an app. A public one cannot have endpoints. */
export function appTabs(type: AppType): readonly AppTab[] {
  return APP_TABS.filter((tab) => tab !== "webhooks" || type === "confidential")
}

export function appTabPath(clientId: string, tab: AppTab): string {
  return tab === "overview" ? `/apps/${clientId}` : `/apps/${clientId}/${tab}`
}
