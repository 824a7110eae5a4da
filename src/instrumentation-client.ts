import { announceNavigation } from "@/ui/navigation-event"

/** Next calls it when a navigation starts. */
export function onRouterTransitionStart(url: string): void {
  announceNavigation(url)
}
