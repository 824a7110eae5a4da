import { Body } from "@react-email/body"
import { Button } from "@react-email/button"
import { Container } from "@react-email/container"
import { Head } from "@react-email/head"
import { Heading } from "@react-email/heading"
import { Html } from "@react-email/html"
import { Link } from "@react-email/link"
import { Preview } from "@react-email/preview"
import { Section } from "@react-email/section"
import { Text } from "@react-email/text"
import type { CSSProperties } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import type { Locale } from "@/domain/locale"

interface MailText {
  brand: string
  subject: string
  greeting: string
  body: string
  action: string
  /** What to do if the button does not work; the link follows. */
  linkHint: string
}

/** A table row: a name and an amount. */
export interface MailRow {
  name: string
  amount: string
  bold?: boolean
}

interface MailContent {
  locale: Locale
  text: MailText
  link: string
  rows?: readonly MailRow[] | undefined
}

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** Lays out an email as plain text and HTML with the same content. */
export function renderMail(content: MailContent): { text: string; html: string } {
  return { text: plainText(content), html: `${DOCTYPE}${renderToStaticMarkup(<MailDocument {...content} />)}\n` }
}

function plainText({ text, link, rows = [] }: MailContent): string {
  const table = rows.map(({ name, amount }) => `${name}: ${amount}`).join("\n")
  return `${[text.greeting, text.body, table, `${text.action}: ${link}`, text.brand].filter(Boolean).join("\n\n")}\n`
}

// The light colours are inline, because some programs drop style sheets. Those that show emails in the dark keep them.
const DARK_STYLES = `@media (prefers-color-scheme: dark) {
.paper, .paper > table > tbody > tr > td { background: #15120e !important }
.card { background: #1e1a15 !important; border-color: #383027 !important }
.ink, .ink td { color: #f3ecdf !important }
.muted, .muted a { color: #b8ab97 !important }
.line td { border-color: #383027 !important }
.action { background: #eb9463 !important; color: #261208 !important }
}`

const INK = "#231d17"
const MUTED = "#61574a"
const LINE = "#e5dbc9"
const ACCENT = "#a23b14"
const FONT = "Inter, system-ui, -apple-system, 'Segoe UI', 'Noto Sans Devanagari', sans-serif"
function paragraph(style: CSSProperties): CSSProperties {
  return { fontSize: 16, lineHeight: "26px", color: INK, ...style }
}

function MailDocument({ locale, text, link, rows = [] }: MailContent) {
  return (
    <Html lang={locale}>
      <Head>
        <title>{text.subject}</title>
        <meta name="color-scheme" content="light dark" />
        <style>{DARK_STYLES}</style>
      </Head>
      <Preview>{text.body}</Preview>
      <Body className="paper" style={{ margin: 0, padding: "32px 16px", background: "#faf6ef", fontFamily: FONT }}>
        <Container style={{ maxWidth: 560 }}>
          <Text className="ink" style={paragraph({ margin: "0 4px 16px", fontSize: 18, fontWeight: 600 })}>
            {text.brand}
          </Text>
          <Section
            className="card"
            style={{ padding: 32, background: "#fffdf9", border: `1px solid ${LINE}`, borderRadius: 16 }}
          >
            <Heading
              as="h1"
              className="ink"
              style={{ margin: "0 0 16px", fontSize: 22, lineHeight: "32px", color: INK }}
            >
              {text.subject}
            </Heading>
            <Text className="ink" style={paragraph({ margin: "0 0 16px" })}>
              {text.greeting}
            </Text>
            <Text className="ink" style={paragraph({ margin: "0 0 24px", whiteSpace: "pre-line" })}>
              {text.body}
            </Text>
            {rows.length > 0 && <Receipt rows={rows} />}
            <Button
              href={link}
              className="action"
              style={{ padding: "12px 20px", borderRadius: 10, background: ACCENT, color: "#fff9f2", fontWeight: 500 }}
            >
              {text.action}
            </Button>
            <Text
              className="muted"
              style={paragraph({ margin: "24px 0 0", fontSize: 13, lineHeight: "22px", color: MUTED })}
            >
              {text.linkHint}{" "}
              <Link href={link} style={{ color: MUTED, textDecoration: "underline", overflowWrap: "anywhere" }}>
                {link}
              </Link>
            </Text>
          </Section>
        </Container>
      </Body>
    </Html>
  )
}

function Receipt({ rows }: { rows: readonly MailRow[] }) {
  return (
    <table className="ink line" style={{ width: "100%", margin: "0 0 24px", borderCollapse: "collapse", fontSize: 15 }}>
      <tbody>
        {rows.map(({ name, amount, bold = false }, index) => {
          const cell: CSSProperties = {
            padding: "8px 0",
            borderTop: `1px solid ${LINE}`,
            color: INK,
            verticalAlign: "top",
            ...(bold && { fontWeight: 600 }),
          }
          return (
            <tr key={index}>
              <td style={{ ...cell, paddingRight: 16 }}>{name}</td>
              <td style={{ ...cell, textAlign: "right", whiteSpace: "nowrap" }}>{amount}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
