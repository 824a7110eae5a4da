import { expect, type Page, test } from "./test"
import { findBarriers } from "./accessibility"

// What has passed is not checked again: a fault that only one language, one width or one colour scheme has is found
// nevertheless.

const WORDS = {
  en: { title: "Keys", name: "Name", save: "Save", hint: "A new key", long: "short" },
  hi: { title: "कुंजियाँ", name: "नाम", save: "सहेजें", hint: "नई कुंजी", long: "छोटा" },
  mai: { title: "कुंजी सभ", name: "नाम", save: "राखू", hint: "नव कुंजी", long: "छोट" },
}

type Locale = keyof typeof WORDS

interface Faults {
  /** Replaces the label of the field. */
  label?: string
  /** The class of the text below the title. */
  textClass?: string
  /** Replaces the word in the box of fixed height. */
  long?: string
  /** The attributes of the dialog. */
  dialog?: string
  /** Replaces the button in the dialog. */
  close?: string
  /** The name of the button, other than its text. */
  saveName?: string
  /** The distance between two small buttons. */
  gap?: number
  /** The style of what covers a text without contrast, so that axe cannot judge it. */
  cover?: string
}

/** Shows a page without faults but these. */
function show(page: Page, locale: Locale, faults: Faults = {}): Promise<void> {
  const t = { ...WORDS[locale], ...faults }
  const { label = `<label for="name">${t.name}</label>`, textClass = "muted", gap = 24, cover = "inset: 0" } = faults
  const { dialog = `aria-label="${t.title}"` } = faults
  const { close = `<button>${t.save}</button>` } = faults
  const saveName = faults.saveName === undefined ? "" : ` aria-label="${faults.saveName}"`
  return page.setContent(`<!doctype html>
    <html lang="${locale}">
      <head>
        <title>${t.title}</title>
        <meta name="viewport" content="width=device-width">
        <style>
          body { color: #222; background: #fff }
          button, input { color: #222; background: #fff; min-height: 24px; min-width: 24px }
          .muted { color: #555 }
          .covered { position: relative; color: #eee }
          .cover { position: absolute; background: #fff }
          .small { min-width: 0; min-height: 0; width: 12px; height: 12px; padding: 0; border: 0; font-size: 0; display: block }
          dialog { position: static; color: #222; background: #fff }
          @media (prefers-color-scheme: dark) {
            body, button, input, dialog { color: #eee; background: #111 }
            .muted { color: #bbb }
            .faint { color: #444 }
            .covered { color: #444 }
            .cover { background: #111 }
          }
        </style>
      </head>
      <body>
        <main>
          <h1>${t.title}</h1>
          <p class="${textClass}">${t.hint}</p>
          <p class="covered">${t.hint} <i class="cover" style="${cover}"></i></p>
          <p><span style="white-space: nowrap">${t.long}</span></p>
          ${label} <input id="name">
          <button${saveName}>Save ${t.save}</button>
          <div>
            <button class="small" style="margin-block: 24px ${gap}px" aria-label="${t.name}"></button>
            <button class="small" aria-label="${t.save}"></button>
          </div>
          <dialog open ${dialog}><p>${t.hint}</p> ${close}</dialog>
        </main>
      </body>
    </html>`)
}

test.beforeEach(async ({ page }) => {
  for (const locale of ["en", "hi", "mai"] as const) {
    await show(page, locale)
    expect(await findBarriers(page), locale).toEqual([])
  }
})

for (const { what, locale, faults, found } of [
  {
    what: "a text whose contrast is low in the dark",
    locale: "hi",
    faults: { textClass: "muted faint" },
    found: [/^1280 px, dark: color-contrast: <p class="muted faint">/],
  },
  {
    what: "a text without contrast that is covered in other languages",
    locale: "hi",
    faults: { cover: "display: none" },
    found: [
      /^1280 px, light: color-contrast: <p class="covered">/,
      /^1280 px, dark: color-contrast: <p class="covered">/,
      /^320 px, light: color-contrast: <p class="covered">/,
      /^320 px, dark: color-contrast: <p class="covered">/,
    ],
  },
  { what: "a field without a label", locale: "mai", faults: { label: "" }, found: [/^1280 px, light: label: <input/] },
  {
    what: "a word that is wider than a narrow screen",
    locale: "hi",
    faults: { long: "कुंजी ".repeat(12) },
    found: [/^320 px, light: scrolls sideways/],
  },
  {
    what: "a dialog without a name",
    locale: "mai",
    faults: { dialog: "" },
    found: [/^1280 px, light: dialog without a name: <dialog/, /^320 px, light: dialog without a name: <dialog/],
  },
  {
    what: "a button without a name in a dialog",
    locale: "mai",
    faults: { close: '<button><span aria-hidden="true">×</span></button>' },
    found: [/^1280 px, light: button-name: <button/],
  },
  {
    what: "a name that differs from the text",
    locale: "hi",
    faults: { saveName: "Send" },
    found: [/^1280 px, light: label-content-name-mismatch: <button/],
  },
  {
    what: "targets that are too close",
    locale: "mai",
    faults: { gap: 2 },
    found: [/^1280 px, light: target-size: <button/, /^320 px, light: target-size: <button/],
  },
] as const)
  test(`${what}, only in ${locale}, is found`, async ({ page }) => {
    await show(page, locale, faults)
    const barriers = await findBarriers(page)
    expect(barriers).toHaveLength(found.length)
    for (const [index, pattern] of found.entries()) expect(barriers[index]).toMatch(pattern)
  })
