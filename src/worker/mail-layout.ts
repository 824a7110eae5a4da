import type { Locale } from "@/domain/locale"

interface Words {
  greeting: string
  body: string
  action: string
  signature: string
}

/** A table row: a name and an amount. */
export interface MailRow {
  name: string
  amount: string
  strong?: boolean
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Lays out an email as plain text and HTML with the same content. */
export const layOut = (
  locale: Locale,
  { greeting, body, action, signature }: Words,
  link: string,
  rows: readonly MailRow[] = [],
): { text: string; html: string } => ({
  text: `${greeting}\n\n${body}\n\n${rows.length > 0 ? `${rows.map(({ name, amount }) => `${name}: ${amount}`).join("\n")}\n\n` : ""}${action}: ${link}\n\n${signature}\n`,
  html: `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<body style="margin:0;padding:32px 16px;background:#f7f4ee;color:#22201c;font:16px/1.7 system-ui,'Noto Sans Devanagari',sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#fff;border-radius:12px">
<p style="margin:0 0 16px">${escape(greeting)}</p>
<p style="margin:0 0 24px;white-space:pre-line">${escape(body)}</p>
${tableOf(rows)}<p style="margin:0 0 24px"><a href="${escape(link)}" style="display:inline-block;padding:10px 20px;border-radius:8px;background:#9a3412;color:#fff;text-decoration:none">${escape(action)}</a></p>
<p style="margin:0;color:#6b665c">${escape(signature)}</p>
</div>
</body>
</html>
`,
})

function tableOf(rows: readonly MailRow[]): string {
  if (rows.length === 0) return ""
  const cells = ({ name, amount, strong = false }: MailRow): string => {
    const weight = strong ? ";font-weight:600" : ""
    return `<tr><td style="padding:4px 16px 4px 0${weight}">${escape(name)}</td><td style="padding:4px 0;text-align:right;white-space:nowrap;vertical-align:top${weight}">${escape(amount)}</td></tr>`
  }
  return `<table style="width:100%;margin:0 0 24px;border-collapse:collapse;font-size:15px">\n${rows.map(cells).join("\n")}\n</table>\n`
}
