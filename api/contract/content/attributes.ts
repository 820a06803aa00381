export function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Returns an attribute with a leading space. */
export function attribute(name: string, value: string): string {
  return ` ${name}="${escapeText(value).replace(/"/g, '&quot;')}"`;
}

export const INDENT = /^ql-indent-([1-8])$/;
const ALIGN = /^ql-align-(center|right|justify)$/;
const FONT = /^ql-font-(serif|monospace)$/;
const SIZE = /^ql-size-(small|large|huge)$/;

/** The classes of Quill's formats. An element has at most one of each kind, in this order. */
export const BLOCK_CLASSES = [INDENT, ALIGN, /^ql-direction-rtl$/];
export const VIDEO_CLASSES = [ALIGN];
export const INLINE_CLASSES = [FONT, SIZE];

/** Returns the first class that matches each pattern, in the order of the patterns. */
export function classesOf(value: string | undefined, patterns: RegExp[]): string[] {
  if (value === undefined) return [];
  const words = value.split(/\s/);
  return patterns.flatMap((pattern) => words.find((word) => pattern.test(word)) ?? []);
}

export function hasClass(value: string | undefined, name: string): boolean {
  return value?.split(/\s/).includes(name) === true;
}

const NAMED_COLORS = new Set(
  (
    'aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown ' +
    'burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan ' +
    'darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid ' +
    'darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet ' +
    'deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ' +
    'ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki ' +
    'lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow ' +
    'lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray ' +
    'lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine ' +
    'mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise ' +
    'mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab ' +
    'orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru ' +
    'pink plum powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown ' +
    'seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan ' +
    'teal thistle tomato transparent turquoise violet wheat white whitesmoke yellow yellowgreen'
  ).split(' '),
);
const RGB =
  /^rgba?\( ?(\d{1,3}) ?[, ] ?(\d{1,3}) ?[, ] ?(\d{1,3}) ?(?:[,/] ?(0|1|0?\.\d{1,4}|\d{1,3}%) ?)?\)$/;

/** Returns a color as `#rrggbb`, `#rrggbbaa` or a lowercase name; `null` for anything else. */
function colorOf(value: string): string | null {
  if (value.length > 40) return null;
  const color = value.trim().toLowerCase().replace(/\s+/g, ' ');
  if (NAMED_COLORS.has(color)) return color;
  if (/^#[0-9a-f]{3,4}$/.test(color)) return color.replace(/[0-9a-f]/g, '$&$&');
  if (/^#([0-9a-f]{6}|[0-9a-f]{8})$/.test(color)) return color;
  const [matched, red, green, blue, alpha] = RGB.exec(color) ?? [];
  if (matched === undefined) return null;
  const opacity = alpha === undefined ? [] : [Math.round(fraction(alpha) * 255)];
  if (opacity[0] === 255) opacity.pop();
  return `#${[Number(red), Number(green), Number(blue), ...opacity].map(hex).join('')}`;
}

function fraction(alpha: string): number {
  return alpha.endsWith('%') ? Number(alpha.slice(0, -1)) / 100 : Number(alpha);
}

function hex(channel: number): string {
  return Math.min(255, channel).toString(16).padStart(2, '0');
}

/** Returns the colors of a style attribute. The last one wins, as in CSS. */
export function colorsOf(style: string | undefined): { color?: string; background?: string } {
  const colors: { color?: string; background?: string } = {};
  if (style === undefined || style.length > 2000) return colors;
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const value = colorOf(declaration.slice(colon + 1).replace(/!\s*important\s*$/i, ''));
    if (value === null) continue;
    if (property === 'color') colors.color = value;
    if (property === 'background-color' || property === 'background') colors.background = value;
  }
  return colors;
}
