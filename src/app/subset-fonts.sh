#!/bin/sh
# Makes the fonts below public/fonts, and the one below e2e, from their packages: the letters, weights and features that our pages use, a third to a half of the bytes.
# Wants fonttools 4.68 and brotli from PyPI:
#   python3 -m venv /tmp/fonts && /tmp/fonts/bin/pip install fonttools==4.68.0 brotli && PATH=/tmp/fonts/bin:$PATH sh src/app/subset-fonts.sh
set -eu
inter=node_modules/@fontsource-variable/inter/files
noto=node_modules/@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2
made=$(mktemp)
trap 'rm -f "$made"' EXIT

# subset NAME SOURCE WEIGHTS OPTION...
subset() {
  name=$1
  fonttools varLib.instancer --quiet "$2" "wght=$3" --output "$made"
  shift 3
  pyftsubset "$made" --flavor=woff2 --output-file="public/fonts/$name.woff2" "$@"
}

latin=--layout-features=kern,calt,ccmp,locl,mark,mkmk,tnum,cv11,ss03
subset inter $inter/inter-latin-wght-normal.woff2 400:700 $latin \
  --unicodes=U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+02BC,U+02C6,U+02DA,U+02DC,U+2002-200B,U+2010-2027,U+202F-203A,U+2044,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215
subset inter-rupee $inter/inter-latin-ext-wght-normal.woff2 400:700 $latin --unicodes=U+20B9
# Names of people and places in other languages; rarely loaded, so as published.
cp $inter/inter-latin-ext-wght-normal.woff2 public/fonts/inter-extended.woff2
subset noto-sans-devanagari $noto 400:700 --unicodes=U+0020,U+00A0,U+0900-097F,U+200C-200D,U+25CC
# What the languages are called, for pages in English.
subset language-names $noto 400 --text='हिन्दी मैथिली'

# What a reader's system has, narrower than ours: a bare machine has nothing, and a test needs letters whose lines break elsewhere.
fonttools varLib.instancer --quiet "${noto%wght-normal.woff2}wdth-normal.woff2" wght=400 wdth=75 --output "$made"
pyftsubset "$made" --flavor=woff2 --output-file="$made.woff2" --unicodes=U+0020,U+00A0,U+0900-097F,U+200C-200D,U+25CC
fonttools ttLib.woff2 decompress -o e2e/system-letters.ttf "$made.woff2"
rm "$made.woff2"

# The letters of the pictures that links are shown with, which libvips reads as TrueType only. The names keep them apart from fonts of the system.
picture() {
  fonttools varLib.instancer --quiet "$3" "wght=$2" --output "$made"
  pyftsubset "$made" --output-file="$made.ttf" --layout-features='*' --unicodes="$4"
  python3 - "$made.ttf" "src/app/media/og/$1-$2.ttf" "$1" <<'PYTHON'
import sys
from fontTools.ttLib import TTFont
source, target, family = sys.argv[1:]
font = TTFont(source)
for record in list(font["name"].names):
    font["name"].removeNames(nameID=record.nameID) if record.nameID in (16, 17, 21, 22, 25) else None
for name, text in ((1, f"Haat {family}"), (2, "Regular"), (4, f"Haat {family}"), (6, f"Haat-{family}")):
    font["name"].setName(text, name, 3, 1, 0x409)
font.flavor = None
font.save(target)
PYTHON
  rm "$made.ttf"
}
for weight in 400 600; do
  picture latin $weight $inter/inter-latin-wght-normal.woff2 U+0020-007E,U+00A0-00FF,U+2010-2027,U+2192
  picture devanagari $weight $noto U+0020,U+0900-097F,U+200C-200D,U+25CC
done
