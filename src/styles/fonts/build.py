"""Makes the font files of this folder (docs/decisions/010-typefaces.md).

    python3 build.py FOLDER     needs: pip install fonttools brotli

FOLDER holds the unpacked npm packages @fontsource-variable/source-serif-4 and @fontsource-variable/figtree
(5.3), as source-serif-4/ and figtree/.
"""

import shutil
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

LATIN = (
    "0020-007E,00A0-00A3,00A5,00A7-00A9,00AB,00AE,00B0-00B1,00B7,00BB,00BF-00FF,0131,0152-0153,2013-2014,"
    "2018-201A,201C-201E,2022,2026,2039-203A,20AC,2122,2190,2192,2212"
)
# Figures of one width are only asked for where Figtree is.
FEATURES = ["kern", "liga", "tnum"]
HERE = Path(__file__).parent


def make(source, target, family, weight, characters=None):
    """Keeps the weights and characters that we use. A changed font may not carry the reserved name."""
    font = instancer.instantiateVariableFont(TTFont(source), {"wght": weight})
    options = subset.Options(hinting=False, desubroutinize=True, layout_features=FEATURES)
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
    serif = folder / "source-serif-4/files"
    sans = folder / "figtree/files"
    upright = serif / "source-serif-4-latin-wght-normal.woff2"
    italic = serif / "source-serif-4-latin-wght-italic.woff2"
    extended = serif / "source-serif-4-latin-ext-wght-normal.woff2"
    make(upright, "inkwell-serif.woff2", "Inkwell Serif", (400, 700), LATIN)
    make(italic, "inkwell-serif-italic.woff2", "Inkwell Serif Italic", 400, LATIN)
    make(extended, "inkwell-serif-ext.woff2", "Inkwell Serif Ext", (400, 700))
    make(sans / "figtree-latin-wght-normal.woff2", "figtree.woff2", "Figtree", (400, 700), LATIN)
    shutil.copy(sans / "figtree-latin-ext-wght-normal.woff2", HERE / "figtree-ext.woff2")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
