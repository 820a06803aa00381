"""Makes the font files of this folder (docs/decisions/006-typefaces.md).

    python3 build.py FOLDER     needs: pip install fonttools brotli

FOLDER holds the unpacked npm packages source-serif (4.5), @fontsource-variable/source-serif-4,
@fontsource-variable/source-code-pro and @fontsource-variable/figtree (5.3), as source-serif/, source-serif-4/,
source-code-pro/ and figtree/.
"""

import shutil
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

# What English text needs, with the accents of its loan words. The ranges are those of fonts.css.
BASE = (
    "0020-007E,00A0,00A9,00AB,00B7,00BB,00D7,00E4,00E9,00F6,00FC,2013-2014,2018-2019,201C-201D,2022,2026,20AC,"
    "2190,2192"
)
# The rest of the western European languages.
LATIN = (
    "00A1-00A3,00A5,00A7-00A8,00AE,00B0-00B1,00BF-00D6,00D8-00E3,00E5-00E8,00EA-00F5,00F7-00FB,00FD-00FF,0131,"
    "0152-0153,201A,201E,2039-203A,2122,2212"
)
# Old-style figures are for the serif's text; figures of one width are for Figtree.
SERIF = ["kern", "liga", "onum"]
SANS = ["kern", "liga", "tnum"]
# Words in italics are few: kerning would be 2 kB of their 12.
ITALIC = ["liga", "onum"]
MONO = ["kern"]
HERE = Path(__file__).parent


def make(source, target, family, axes, features, characters=None):
    """Keeps the weights and characters that we use. A changed font may not carry the reserved name."""
    font = instancer.instantiateVariableFont(TTFont(source), axes)
    options = subset.Options(hinting=False, desubroutinize=True, layout_features=features)
    subsetter = subset.Subsetter(options)
    wanted = subset.parse_unicodes(characters) if characters else list(font.getBestCmap())
    subsetter.populate(unicodes=wanted)
    subsetter.subset(font)
    for record in font["name"].names:
        if record.nameID in (1, 3, 4, 16):
            record.string = family
        if record.nameID == 6:
            record.string = family.replace(" ", "")
    font.flavor = "woff2"
    font.save(HERE / target)


def main(folder):
    # The optical size of text, which Google's edition has by default. Only Adobe's has old-style figures.
    serif = folder / "source-serif/VAR"
    upright = {"wght": (400, 700), "opsz": 14}
    italic = {"wght": 400, "opsz": 14}
    for suffix, characters in (("", BASE), ("-latin", LATIN)):
        make(serif / "SourceSerif4Variable-Roman.ttf", f"inkwell-serif{suffix}.woff2", "Inkwell Serif", upright, SERIF, characters)
        make(serif / "SourceSerif4Variable-Italic.ttf", f"inkwell-serif-italic{suffix}.woff2", "Inkwell Serif Italic", italic, ITALIC, characters)
        make(folder / "figtree/files/figtree-latin-wght-normal.woff2", f"figtree{suffix}.woff2", "Figtree", {"wght": (400, 700)}, SANS, characters)
    extended = folder / "source-serif-4/files/source-serif-4-latin-ext-wght-normal.woff2"
    make(extended, "inkwell-serif-ext.woff2", "Inkwell Serif Ext", {"wght": (400, 700)}, ["kern", "liga"])
    shutil.copy(folder / "figtree/files/figtree-latin-ext-wght-normal.woff2", HERE / "figtree-ext.woff2")
    mono = folder / "source-code-pro/files/source-code-pro-latin-wght-normal.woff2"
    make(mono, "inkwell-mono.woff2", "Inkwell Mono", {"wght": 400}, MONO, BASE)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
