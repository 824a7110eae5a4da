"use client"

import { useTranslations } from "next-intl"
import { type SelectedPicture, PictureField } from "@/ui/picture-field"

const BYTES_MAX = 512 * 1024

interface AvatarFieldProps {
  avatar: string | null
  onChange: (avatar: SelectedPicture) => void
  error: string | undefined
}

export function AvatarField({ avatar, onChange, error }: AvatarFieldProps) {
  const t = useTranslations("Settings")
  return (
    <PictureField
      messages={{
        label: t("avatar"),
        choose: t("avatar_choose"),
        remove: t("avatar_remove"),
        hint: t("avatar_hint"),
        bad: t("avatar_bad"),
      }}
      picture={avatar}
      maxBytes={BYTES_MAX}
      renderPreview={(url) => <Avatar url={url} />}
      onChange={onChange}
      error={error}
    />
  )
}

function Avatar({ url }: { url: string | null }) {
  return (
    <span className="grid size-16 shrink-0 place-items-center overflow-hidden rounded-full border border-line bg-sunken text-muted">
      {url === null ? (
        <svg viewBox="0 0 24 24" className="size-9" fill="currentColor" aria-hidden="true">
          <circle cx="12" cy="9" r="4" />
          <path d="M4 21c0-4.5 3.5-7 8-7s8 2.5 8 7z" />
        </svg>
      ) : (
        // oxlint-disable-next-line nextjs/no-img-element -- it may be a picture that was just chosen, and is small
        <img src={url} alt="" className="size-full object-cover" />
      )}
    </span>
  )
}
