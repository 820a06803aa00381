/** A text of about `length` characters. */
export type Shape = (length: number) => string;

const repeated =
  (part: string, before = '', after = ''): Shape =>
  (length) =>
    before + part.repeat(Math.ceil(length / part.length)) + after;

const nested =
  (open: string, close: string): Shape =>
  (length) => {
    const depth = Math.ceil(length / (open.length + close.length));
    return `${open.repeat(depth)}x${close.repeat(depth)}`;
  };

const numbered =
  (write: (n: number) => string): Shape =>
  (length) =>
    Array.from({ length: Math.ceil(length / write(1000).length) }, (_, n) => write(n)).join('');

/** Repetitions that regular expressions, parsers and Unicode algorithms have stumbled over. */
export const SHAPES: Record<string, Shape> = {
  'digits and a dash': repeated('1234567890123-'),
  digits: repeated('1'),
  letters: repeated('a'),
  'spaces between letters': repeated(' ', 'a', 'b'),
  'line breaks between letters': repeated('\r\n', 'a', 'b'),
  dashes: repeated('-', 'a', 'b'),
  '<': repeated('<'),
  '<a': repeated('<a '),
  '<!--': repeated('<!--'),
  'unmatched end tags': repeated('</p>'),
  'nested formats': nested('<b>', '</b>'),
  'formats without an end': repeated('<i><b>'),
  'links without an end': repeated('<a href="/x">'),
  'nested lists': nested('<ul><li>', '</li></ul>'),
  'list items': repeated('<li class="ql-indent-3">x</li>', '<ol>', '</ol>'),
  'nested quotations': nested('<blockquote>', '</blockquote>'),
  'empty paragraphs': repeated('<p></p>'),
  'open paragraphs': repeated('<p>x'),
  'the same headings': repeated('<h2>x</h2>'),
  'different headings': numbered((n) => `<h2>x</h2><h2>x-${n}</h2>`),
  'code blocks': repeated('<pre>x</pre>'),
  'cells of a table': repeated('<td rowspan="0" colspan="1000">x', '<table><tr>', '</table>'),
  'rows of a table': repeated('<tr><td rowspan="999">x', '<table>', '</table>'),
  'nested tables': nested('<table><tr><td>', '</td></tr></table>'),
  'nested details': nested('<details><summary>x</summary>', '</details>'),
  'pictures of a figure': repeated('<img src="/a.png">', '<figure>', '</figure>'),
  footnotes: repeated('<span data-footnote>x</span>'),
  formulas: repeated('<span data-math>x</span>'),
  'lines of code': repeated('<div class="ql-code-block">x = 1</div>'),
  attributes: numbered((n) => ` a${n}="x"`),
  'attributes of an element': (length) => `<p${SHAPES.attributes?.(length)}>x</p>`,
  'classes of an element': repeated('ql-align-x ', '<p class="', '">x</p>'),
  'styles of an element': repeated('color:red;', '<span style="', '">x</span>'),
  '&': repeated('&'),
  '&#': repeated('&#'),
  entities: repeated('&amp;'),
  quotes: repeated('"'),
  brackets: repeated('[['),
  'nested braces': nested('{', '}'),
  parentheses: repeated(')', 'https://a'),
  backticks: repeated('`'),
  'combining marks out of order': repeated('\u0327\u0301', 'a'),
  'halfwidth sound marks out of order': repeated('\uff9e\u0316', 'か'),
  'combining marks': repeated('\u0301', 'a'),
  'Chinese characters': repeated('漢字'),
  'joined emoji': repeated('👩\u200d'),
  flags: repeated('🇩'),
  'selectors of variations': repeated('漢\ufe00'),
  'letters that become words': repeated('ﷺ'),
  'invisible characters': repeated('\u200b', 'a', 'b'),
  'data:': repeated('src="data:image/png;base64,AAAA '),
  'https://': repeated('https://'),
  'www.': repeated('www.a.b '),
  'starts of pictures': repeated('/uploads/1234567890123-'),
  pictures: numbered((n) => `<img src="/uploads/1234567890123-a${n}.png">`),
  'parts of an address': repeated('a.'),
  slashes: repeated('/..'),
  commas: repeated(', '),
  'items of a header': repeated('a;q=0.1, '),
  'tags of a header': repeated('W/"a", '),
  'pairs of a header': repeated('a=b; '),
  'products of a header': repeated('Mozilla/5.0 (X11; Linux) '),
};

const START_LENGTH = 4 * 1024;
/** Quadratic work takes more than a second for this. */
const MAX_LENGTH = 64 * 1024;
const MEASURABLE_MS = 2;
const EXACT_MS = 40;
const MAX_ROUNDS = 10;
/** Allowed factor for doubling the length twice. Linear work has 4, quadratic work 16. */
const MAX_FACTOR = 2.5 ** 2;

type Work = (text: string) => unknown;

/**
 * Returns how many times longer `work` takes for a text that is twice as long. `work` must not wait
 * for other threads. A factor over the limit is measured again, longer and several times, because
 * pauses (garbage collection, compilation) add to it. These rounds count only the CPU time of this
 * thread, so other processes that run meanwhile don't matter, and compare only times of the same
 * round, because a busy machine slows down the CPU itself.
 */
export async function growthOf(work: Work, shape: Shape): Promise<number> {
  let length = START_LENGTH;
  // The first call also loads and compiles.
  await work(shape(length));
  // A thread's CPU clock can be as coarse as 4 ms, so single calls use the wall clock.
  let small = await elapsed(work, shape(length));
  while (small < MEASURABLE_MS && length < MAX_LENGTH) {
    length *= 2;
    small = await elapsed(work, shape(length));
  }
  if (small < MEASURABLE_MS) return 1;
  const [short, long] = [shape(length), shape(4 * length)];
  let large = await elapsed(work, long);
  if (large <= MAX_FACTOR * small) return Math.sqrt(large / small);
  const times = Math.ceil(EXACT_MS / small);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    // If a pause inflated the first measurement, the work may be too short for the clock.
    small = Math.max(MEASURABLE_MS, await cpuTime(work, short, times));
    large = await cpuTime(work, long, times);
    if (large <= MAX_FACTOR * small) break;
  }
  return Math.sqrt(large / small);
}

async function elapsed(work: Work, text: string): Promise<number> {
  const start = performance.now();
  await work(text);
  return performance.now() - start;
}

async function cpuTime(work: Work, text: string, times: number): Promise<number> {
  const { user, system } = process.threadCpuUsage();
  for (let n = 0; n < times; n++) await work(text);
  const spent = process.threadCpuUsage({ user, system });
  return (spent.user + spent.system) / 1000;
}
