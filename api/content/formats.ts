/** The classes and values that the editor's toolbar can make. */

/** The languages of code blocks: Quill's own and those that the highlighter knows besides. */
export const LANGUAGES = (
  'plain bash c cpp cs css diff docker go graphql html java javascript json jsx kotlin markdown php ' +
  'python ruby rust scss sql swift toml tsx typescript vue xml yaml'
).split(' ');
const KNOWN_LANGUAGES = new Set(LANGUAGES);
const LANGUAGE_ALIASES: Record<string, string> = {
  'c#': 'cs',
  'c++': 'cpp',
  csharp: 'cs',
  dockerfile: 'docker',
  golang: 'go',
  htm: 'html',
  js: 'javascript',
  md: 'markdown',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  ts: 'typescript',
  yml: 'yaml',
  zsh: 'bash',
};

/** The language of a code block as it is stored; `plain` for one that we do not know. */
export function languageOf(value: string | undefined): string {
  const name = (value ?? '').trim().toLowerCase();
  const language = Object.hasOwn(LANGUAGE_ALIASES, name) ? LANGUAGE_ALIASES[name] : name;
  return language !== undefined && KNOWN_LANGUAGES.has(language) ? language : 'plain';
}

export const INDENT = /^ql-indent-([1-8])$/;
const ALIGN = /^ql-align-(center|right|justify)$/;
const FONT = /^ql-font-(serif|monospace)$/;
const SIZE = /^ql-size-(small|large|huge)$/;

/** Classes of a block or a video, each kind at most once, in one order. */
export const BLOCK_CLASSES = [INDENT, ALIGN, /^ql-direction-rtl$/];
export const VIDEO_CLASSES = [ALIGN];
export const INLINE_CLASSES = [FONT, SIZE];

/** The words of a class attribute that fit, one for each pattern, in the order of the patterns. */
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

/** A color as it is stored, `#rrggbb`, `#rrggbbaa` or a CSS name in lower case; null for anything else. */
export function colorOf(value: string): string | null {
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

/** The colors of a style attribute; every other property is left out. The last one counts, as in CSS. */
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
