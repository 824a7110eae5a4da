"use client"

import { useTranslations } from "next-intl"
import { ASSIGNABLE_ROLES, type AssignableRole } from "@/domain/store"
import { SelectField } from "@/ui/field"

interface RoleFieldProps {
  defaultValue: AssignableRole
  /** Whether the focus moves to it when its dialog opens. */
  first?: boolean
}

/** The choice of a role, with what each of them can do. */
export function RoleField({ defaultValue, first = false }: RoleFieldProps) {
  const t = useTranslations("StorePeople")
  return (
    <>
      <SelectField label={t("role")} name="role" defaultValue={defaultValue} {...(first && { "data-first": true })}>
        {ASSIGNABLE_ROLES.map((role) => (
          <option key={role} value={role}>
            {t(`role_${role}`)}
          </option>
        ))}
      </SelectField>
      <dl className="grid gap-2 text-sm">
        {ASSIGNABLE_ROLES.map((role) => (
          <div key={role}>
            <dt className="inline font-medium">{t(`role_${role}`)}: </dt>
            <dd className="inline text-muted">{t(`may_${role}`)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** The role that a form with the field has. */
export function roleIn(data: FormData): AssignableRole | undefined {
  return ASSIGNABLE_ROLES.find((each) => each === data.get("role"))
}
