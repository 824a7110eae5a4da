import type { Locale } from "@/domain/locale"

interface MailText {
  greeting: string
  body: string
  action: string
  signature: string
}

/** A table row: a name and an amount. */
export interface MailRow {
  name: string
  amount: string
  bold?: boolean
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Lays out an email as plain text and HTML with the same content. */
export const renderMail = (
  locale: Locale,
  { greeting, body, action, signature }: MailText,
  link: string,
  rows: readonly MailRow[] = [],
): { text: string; html: string } => ({
  text: `${greeting}\n\n${body}\n\n${rows.length > 0 ? `${rows.map(({ name, amount }) => `${name}: ${amount}`).join("\n")}\n\n` : ""}${action}: ${link}\n\n${signature}\n`,
  html: `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<body style="margin:0;padding:32px 16px;background:#f7f4ee;color:#22201c;font:16px/1.7 system-ui,'Noto Sans Devanagari',sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#fff;border-radius:12px">
<p style="margin:0 0 16px">${escapeHtml(greeting)}</p>
<p style="margin:0 0 24px;white-space:pre-line">${escapeHtml(body)}</p>
${renderRows(rows)}<p style="margin:0 0 24px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:10px 20px;border-radius:8px;background:#9a3412;color:#fff;text-decoration:none">${escapeHtml(action)}</a></p>
<p style="margin:0;color:#6b665c">${escapeHtml(signature)}</p>
</div>
</body>
</html>
`,
})

function renderRows(rows: readonly MailRow[]): string {
  if (rows.length === 0) return ""
  const cells = ({ name, amount, bold = false }: MailRow): string => {
    const weight = bold ? ";font-weight:600" : ""
    return `<tr><td style="padding:4px 16px 4px 0${weight}">${escapeHtml(name)}</td><td style="padding:4px 0;text-align:right;white-space:nowrap;vertical-align:top${weight}">${escapeHtml(amount)}</td></tr>`
  }
  return `<table style="width:100%;margin:0 0 24px;border-collapse:collapse;font-size:15px">\n${rows.map(cells).join("\n")}\n</table>\n`
}
