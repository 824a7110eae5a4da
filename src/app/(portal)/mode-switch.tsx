import { useTranslations } from "next-intl"
import { ChoiceTabs } from "@/app/(portal)/choice-tabs"
import { RememberMode } from "@/app/(portal)/remember-mode"
import type { Mode } from "@/app/(portal)/mode"
import { ModeBadge } from "@/ui/badge"

/** Shows a page's mode and links to the other; the choice is stored. */
export const ModeSwitch = ({ label, mode, href }: { label: string; mode: Mode; href: (mode: Mode) => string }) => {
  const t = useTranslations("Common")
  return (
    <div className="flex flex-wrap items-center gap-3">
      <RememberMode />
      <ModeBadge mode={mode} />
      <ChoiceTabs
        label={label}
        choices={[
          ["live", t("live")],
          ["test", t("test")],
        ]}
        current={mode}
        href={href}
      />
    </div>
  )
}
