/** The look of the pages that work without scripts, kept small: it is sent with each of them. */
export const STYLE = `
@font-face{font-family:Inter;src:url(/fonts/inter.woff2) format("woff2");font-weight:400 700;font-display:swap;unicode-range:U+0020-00FF,U+2010-203A}
@font-face{font-family:"Noto Sans Devanagari";src:url(/fonts/noto-sans-devanagari.woff2) format("woff2");font-weight:400 700;font-display:swap;unicode-range:U+0900-097F,U+200C-200D,U+25CC}
@font-face{font-family:"Language Names";src:url(/fonts/language-names.woff2) format("woff2");font-display:swap;unicode-range:U+0900-097F}
:root{--ground:#faf6ef;--sheet:#fffefb;--ink:#231f1a;--soft:#5f584e;--line:#dcd2c1;--accent:#a03a14;--on:#fff;--warn:#fdf0cf;--warnink:#5c4300;--link:#3730a3}
@media (prefers-color-scheme:dark){:root{--ground:#15120e;--sheet:#1f1b16;--ink:#f3ede3;--soft:#b9afa0;--line:#443c31;--accent:#f0925f;--on:#231f1a;--warn:#3a2f12;--warnink:#f6dd9a;--link:#b3b1ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.6 Inter,"Noto Sans Devanagari",system-ui,sans-serif}
:lang(hi),:lang(mai){line-height:1.75}
main{max-width:30rem;margin:0 auto;padding:clamp(1rem,6vh,4rem) 1rem 3rem}
.brand{margin:0 0 1rem;font-weight:700;color:var(--accent)}
.sheet{background:var(--sheet);border:1px solid var(--line);border-radius:1rem;padding:1.5rem}
h1{margin:0 0 .75rem;font-size:1.375rem;line-height:1.35}
h2{margin:1.25rem 0 .5rem;font-size:1rem}
p{margin:0 0 1rem}
.sheet>:last-child{margin-bottom:0}
form+.soft{margin-top:1rem}
.soft{color:var(--soft);font-size:.9375rem}
a{color:var(--link)}
.who a,.soft a{display:inline-block;padding:.125rem 0;min-width:1.5rem;margin-inline-end:.5rem}
label{display:block;font-weight:600;margin:0 0 .25rem}
input[type=email],input[type=password],input[type=text]{width:100%;min-height:2.75rem;padding:.5rem .75rem;margin:0 0 1rem;font:inherit;color:inherit;background:var(--ground);border:1px solid var(--soft);border-radius:.5rem}
button{width:100%;min-height:2.75rem;padding:.5rem 1rem;font:inherit;font-weight:600;border-radius:.5rem;border:1px solid var(--accent);cursor:pointer;background:var(--accent);color:var(--on)}
button.other{background:transparent;color:var(--ink);border-color:var(--soft)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:.75rem;margin-top:1.25rem}
ul{list-style:none;margin:0;padding:0}
li{padding:.625rem 0;border-top:1px solid var(--line)}
li:first-child{border-top:0}
li label{display:flex;gap:.625rem;align-items:flex-start;font-weight:400;margin:0}
li input{width:1.5rem;height:1.5rem;margin:.1rem 0 0;flex:none;accent-color:var(--accent)}
li strong{font-weight:600}
.reason{display:block;color:var(--soft);font-size:.875rem;overflow-wrap:anywhere}
.alert{padding:.625rem .875rem;border-radius:.5rem;margin:0 0 1rem;background:var(--warn);color:var(--warnink)}
.app{display:flex;gap:.875rem;align-items:center;margin:0 0 1rem}
.app img,.app span.mark{width:3rem;height:3rem;border-radius:.75rem;flex:none}
.app span.mark{display:grid;place-items:center;background:var(--accent);color:var(--on);font-weight:700;font-size:1.25rem}
.who{display:flex;flex-wrap:wrap;gap:.25rem .75rem;justify-content:space-between;padding:.75rem 0;border-bottom:1px solid var(--line);margin:0 0 .75rem;overflow-wrap:anywhere}
.languages{display:flex;flex-wrap:wrap;gap:.25rem;margin:.75rem 0 0;padding:0 1rem}
.languages button{width:auto;min-height:2rem;padding:.125rem .625rem;border-color:transparent;background:transparent;color:var(--soft);font-size:.875rem;font-weight:400}
:root:lang(en) .languages button{font-family:Inter,"Language Names","Noto Sans Devanagari",system-ui,sans-serif}
.languages button[aria-pressed=true]{color:var(--ink);font-weight:600;border-color:var(--line)}
code{font-size:.875rem;overflow-wrap:anywhere}
`
