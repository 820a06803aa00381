/** A text, the keys that are pressed at its end, and what is saved then. */
type Typed = readonly [start: string, keys: readonly string[], html: string];

const ALL = 'ControlOrMeta+a';
const UNDO = 'ControlOrMeta+z';

export const item = (text: string) => `<li>${text}</li>`;
export const code = (text: string, language = 'plain') =>
  `<pre data-language="${language}"><code>${text}</code></pre>`;
export const link = (url: string, text = url) =>
  `<a href="${url}" rel="noopener noreferrer">${text}</a>`;
const checks = (isChecked: boolean, ...texts: string[]) =>
  `<ul data-checked="${isChecked}">${texts.map(item).join('')}</ul>`;

const flat = `<ul>${item('a')}${item('b')}${item('c')}</ul>`;
const nested = '<ul><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li></ul>';
const numbered = '<ol><li>a<ol><li>b</li></ol></li></ol>';

/** Tab and Shift+Tab stay in the text, and indent list items. */
export const TABS: readonly Typed[] = [
  ['<ul><li>a</li></ul>', ['Tab', 'Tab'], '<ul><li>a</li></ul>'],
  [flat, ['Tab', 'Tab', 'Tab'], '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>'],
  [flat, [ALL, 'Tab'], '<ul><li>a<ul><li>b</li><li>c</li></ul></li></ul>'],
  [nested, [ALL, 'Tab', 'Tab'], nested],
  [nested, ['ArrowUp', 'Shift+Tab'], '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>'],
  [
    nested,
    ['Shift+Tab', 'Shift+Tab', 'Shift+Tab'],
    '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>',
  ],
  ['<p>x</p><ul><li>a</li></ul>', [ALL, 'Tab'], '<p>x</p><ul><li>a</li></ul>'],
  ['<h2>a</h2>', ['Tab', 'Shift+Tab', 'b'], '<h2>ab</h2>'],
  ['<blockquote>a</blockquote>', ['Tab', 'Shift+Tab', 'b'], '<blockquote>ab</blockquote>'],
  ['<p>a</p>', ['Tab', 'Shift+Tab', 'b'], '<p>ab</p>'],
  ['<p class="ql-indent-1">a</p>', ['Tab', 'Shift+Tab'], '<p>a</p>'],
  [code('a'), ['Home', 'Tab', 'b'], code('  ba')],
  [code('  a'), ['Shift+Tab', 'b'], code('ab')],
];

export const MARKS = ['## ', '> ', '```', '- ', '1. ', '[ ] ', '[x] ', '- [ ] '] as const;

const BEFORE_MARK = [
  [[], ''],
  [['before', 'Enter'], '<p>before</p>'],
  [['> a', 'Enter', 'Enter'], '<blockquote>a</blockquote>'],
] as const;

/** Backspace after a mark makes a plain line. */
export const BACKSPACES: readonly Typed[] = [
  ...MARKS.flatMap((mark) =>
    BEFORE_MARK.map(
      ([before, html]): Typed => ['', [...before, mark, 'Backspace', 'x'], `${html}<p>x</p>`],
    ),
  ),
  ['<p>a</p><h2>b</h2>', ['Home', 'Backspace'], '<p>ab</p>'],
  ['<p>a</p><h2>b</h2>', ['Backspace', 'Backspace', 'x'], '<p>a</p><p>x</p>'],
  [
    '<blockquote>a</blockquote><blockquote>b</blockquote>',
    ['Backspace', 'Backspace', 'x'],
    '<blockquote>ax</blockquote>',
  ],
];

/** Enter in an empty item goes up one level, then leaves the list. */
export const ENTERS: readonly Typed[] = [
  [numbered, ['Enter', 'Enter', 'x'], '<ol><li>a<ol><li>b</li></ol></li><li>x</li></ol>'],
  [numbered, ['Enter', 'Enter', 'Enter', 'x'], `${numbered}<p>x</p>`],
  [numbered, ['Enter', 'Backspace', 'Backspace', 'x'], `${numbered}<p>x</p>`],
  [numbered, ['Enter', 'Enter', UNDO, 'x'], '<ol><li>a<ol><li>b</li><li>x</li></ol></li></ol>'],
  [
    '',
    ['[x] a', 'Enter', 'b', 'Enter', 'Enter', 'c'],
    `${checks(true, 'a')}${checks(false, 'b')}<p>c</p>`,
  ],
  ['', ['> a', 'Enter', 'Enter', 'b'], '<blockquote>a</blockquote><p>b</p>'],
];

const TWO_BREAKS = ['Shift+Enter', 'Shift+Enter', 'b'];

/** Shift+Enter breaks the line in every kind of text. */
export const BREAKS: readonly Typed[] = [
  ['', ['a', ...TWO_BREAKS], '<p>a<br><br>b</p>'],
  ['', ['## a', ...TWO_BREAKS], '<h2>a<br><br>b</h2>'],
  ['', ['> a', ...TWO_BREAKS], '<blockquote>a<br><br>b</blockquote>'],
  ['', ['- a', ...TWO_BREAKS], '<ul><li>a<br><br>b</li></ul>'],
  ['', ['a', 'Shift+Enter', 'b', UNDO, UNDO, 'c'], '<p>ac</p>'],
  ['', ['a', 'Shift+Enter', 'Backspace', 'c'], '<p>ac</p>'],
  ['', ['ab', 'ArrowLeft', 'Shift+Enter', 'c'], '<p>a<br>cb</p>'],
  ['', ['ControlOrMeta+b', 'a', 'Shift+Enter', 'c'], '<p><strong>a<br>c</strong></p>'],
  ['', ['```', 'a', 'Shift+Enter', 'c'], code('a\nc')],
];

/** Marks that become blocks. */
export const BLOCK_MARKS: readonly Typed[] = [
  ['', ['a ![b](/c.png)', 'x'], '<p>a</p><figure><img src="/c.png" alt="b"></figure><p>x</p>'],
  ['', ['a ![b](/c.png)', UNDO, 'x'], '<p>a ![b](/c.png)x</p>'],
  ['', ['# x'], '<h1>x</h1>'],
  ['', ['###### x'], '<h6>x</h6>'],
  ['', ['## 1. x'], '<h2>1. x</h2>'],
  ['', ['> x'], '<blockquote>x</blockquote>'],
  ['', ['- x', 'Enter', 'y'], `<ul>${item('x')}${item('y')}</ul>`],
  ['', ['+ x'], `<ul>${item('x')}</ul>`],
  ['', ['* x'], `<ul>${item('x')}</ul>`],
  ['', ['1) x'], `<ol>${item('x')}</ol>`],
  ['', ['3. x', 'Enter', 'y'], `<ol start="3">${item('x')}${item('y')}</ol>`],
  ['', ['1. x', 'Enter', 'Enter', '2. y'], `<ol>${item('x')}${item('y')}</ol>`],
  ['', ['1. x', 'Enter', 'Enter', '5. y'], `<ol>${item('x')}</ol><ol start="5">${item('y')}</ol>`],
  ['', ['2026. x'], '<p>2026. x</p>'],
  ['', ['```js', 'Enter', '**x** `y`', 'Enter', '# z'], code('**x** `y`\n# z', 'javascript')],
  ['', ['```js ', 'x'], code('x', 'javascript')],
  ['', ['``` ', 'x'], code('x')],
  ['', ['```', 'Tab', 'x()'], code('  x()')],
  ['', ['ControlOrMeta+e', 'a **b**'], '<p><code>a **b**</code></p>'],
  ['', ['---', 'x'], '<hr><p>x</p>'],
  ['', ['---', 'Enter', 'x'], '<hr><p>x</p>'],
  ['', ['*** ', 'x'], '<hr><p>x</p>'],
  ['', ['___', 'Enter', 'x'], '<hr><p>x</p>'],
  ['', ['a', 'Enter', '---', UNDO, 'x'], '<p>a</p><p>---x</p>'],
  ['', ['- ---'], `<ul>${item('---')}</ul>`],
  ['<p>word</p>', ['Home', '## ', 'x'], '<h2>xword</h2>'],
  ['<p>word</p>', ['Home', '*', 'ArrowRight', '*'], '<p>*w*ord</p>'],
];

/** Marks around text, and what is saved for them. */
export const TEXT_MARKS: readonly (readonly [typed: string, html: string])[] = [
  ['a **bold**', 'a <strong>bold</strong>'],
  ['a __bold__', 'a <strong>bold</strong>'],
  ['a *italic*', 'a <em>italic</em>'],
  ['a ***both***', 'a <strong><em>both</em></strong>'],
  ['a ~~struck~~', 'a <s>struck</s>'],
  ['中文**粗体**', '中文<strong>粗体</strong>'],
  ['a `c *d* e`', 'a <code>c *d* e</code>'],
  ['a **b `c` d**', 'a <strong>b <code>c</code> d</strong>'],
  ['a [b](https://c.com/d)', `a ${link('https://c.com/d', 'b')}`],
];

/** A typed address becomes a link, which one undo takes off. */
export const ADDRESSES: readonly Typed[] = [
  ['', ['see https://a.com/b. x'], `<p>see ${link('https://a.com/b')}. x</p>`],
  ['', ['(www.a.com) x'], `<p>(${link('https://www.a.com', 'www.a.com')}) x</p>`],
  ['', ['me@a.com', 'Enter', 'x'], '<p><a href="mailto:me@a.com">me@a.com</a></p><p>x</p>'],
  ['', ['- https://a.com', 'Enter', 'x'], `<ul>${item(link('https://a.com'))}${item('x')}</ul>`],
  ['', ['https://a.com/b ', UNDO, 'x'], '<p>https://a.com/b x</p>'],
  ['', ['`https://a.com` x'], '<p><code>https://a.com</code> x</p>'],
  ['', ['```', 'https://a.com x'], code('https://a.com x')],
  ['', ['[a](https://b.com/c) x'], `<p>${link('https://b.com/c', 'a')} x</p>`],
  [
    `<p>${link('https://a.com/', 'https://b.com')}</p>`,
    [' x'],
    `<p>${link('https://a.com/', 'https://b.com')} x</p>`,
  ],
];

/** Keys format as in Ghost. */
export const FORMAT_KEYS: readonly Typed[] = (
  [
    [['ControlOrMeta+Alt+1'], '<h1>a</h1>'],
    [['ControlOrMeta+Alt+6'], '<h6>a</h6>'],
    [['ControlOrMeta+Alt+2', 'ControlOrMeta+Alt+0'], '<p>a</p>'],
    [['Control+q'], '<blockquote>a</blockquote>'],
    [['Control+q', 'Control+q'], '<p>a</p>'],
    [['Control+l'], '<ul><li>a</li></ul>'],
    [['Control+Alt+l'], '<ol><li>a</li></ol>'],
    [['Control+l', 'ControlOrMeta+Alt+0'], '<p>a</p>'],
    [['ControlOrMeta+Alt+8'], code('a')],
    [[ALL, 'Control+Alt+u'], '<p><s>a</s></p>'],
    [[ALL, 'ControlOrMeta+Shift+X'], '<p><s>a</s></p>'],
    [[ALL, 'Control+Shift+K'], '<p><code>a</code></p>'],
    [[ALL, 'ControlOrMeta+e', 'ControlOrMeta+e'], '<p>a</p>'],
    [['ControlOrMeta+Alt+2', UNDO], '<p>a</p>'],
  ] as const
).map(([keys, html]) => ['<p>a</p>', keys, html]);

/** Checklists can be made, checked and unchecked. */
export const CHECKS: readonly Typed[] = [
  ['', ['[ ] a'], checks(false, 'a')],
  ['', ['[] a'], checks(false, 'a')],
  ['', ['[x] a'], checks(true, 'a')],
  ['', ['- [ ] a'], checks(false, 'a')],
  ['', ['[ ] a', 'Alt+Enter'], checks(true, 'a')],
  ['', ['[ ] a', 'Alt+Enter', 'Alt+Enter'], checks(false, 'a')],
  ['', ['[ ] a', 'Alt+Enter', UNDO], checks(false, 'a')],
  ['', ['[ ] a', 'Enter', 'b', ALL, 'Alt+Enter'], checks(true, 'a', 'b')],
  ['', ['a', 'Alt+Enter', 'b'], '<p>ab</p>'],
];

/** Undo takes back words, and every other change alone. The text is typed first. */
export const UNDO_STEPS = {
  typed: 'one two  three',
  steps: [
    [[UNDO], 'one two  |'],
    [[UNDO], 'one |'],
    [['ControlOrMeta+y'], 'one two  |'],
    [['ControlOrMeta+y', 'ControlOrMeta+y'], 'one two  three|'],
    [['Enter', 'a', UNDO], 'one two  three\n|'],
    [[UNDO], 'one two  three|'],
    [['Backspace', 'Backspace', UNDO], 'one two  three|'],
    [['ArrowLeft', 'x', 'ArrowRight', 'y', UNDO], 'one two  threxe|'],
    [[UNDO], 'one two  thre|e'],
    [['Shift+End', 'x', 'y', UNDO], 'one two  thre[e]'],
    [['ControlOrMeta+b', 'ControlOrMeta+i', UNDO, UNDO], 'one two  thre[e]'],
  ],
} as const;
