const DROPPED =
  'style, script, meta, link, title, head, template, noscript, svg, math, button, input, select, textarea, ' +
  'object, embed, audio, canvas, hr, [hidden], .Apple-interchange-newline, .sr-only';
const KEPT_CLASS = /^(ql-(align|indent|font|size)-[\w-]+|ql-video|ql-pending-image)$/;
const KEPT_STYLES = ['font-weight', 'font-style', 'text-decoration', 'text-decoration-line'];
/** Quill reads formats from these attributes too. */
const DROPPED_ATTRIBUTES = ['id', 'dir', 'align', 'color', 'bgcolor', 'face', 'size'];

/**
 * Cleans HTML that another program has put on the clipboard: its words, structure, links and pictures stay;
 * its fonts, sizes, colors and layout go.
 */
export function cleanPasted(doc: Document): void {
  for (const element of doc.querySelectorAll(DROPPED)) element.remove();
  for (const block of doc.querySelectorAll<HTMLElement>('div, pre')) asCode(block);
  for (const row of doc.querySelectorAll('tr')) asParagraph(row);
  for (const link of doc.querySelectorAll('a')) cleanLink(link);
  for (const image of doc.querySelectorAll('img')) {
    const { width, height } = image;
    if (image.hasAttribute('width') && width <= 1 && height <= 1) image.remove();
  }
  for (const element of doc.body.querySelectorAll<HTMLElement>('*')) cleanElement(element);
}

function cleanElement(element: HTMLElement): void {
  const { style } = element;
  const kept = KEPT_STYLES.map((name) => [name, style.getPropertyValue(name)] as const);
  const align = style.textAlign;
  element.removeAttribute('style');
  for (const name of DROPPED_ATTRIBUTES) element.removeAttribute(name);
  element.className = [...element.classList].filter((name) => KEPT_CLASS.test(name)).join(' ');
  // Headings are bold by themselves; links are underlined.
  const inHeading = element.closest('h1, h2, h3, h4, h5, h6') !== null;
  const inLink = element.closest('a') !== null;
  for (const [name, value] of kept) {
    if (value === '' || (name === 'font-weight' && inHeading)) continue;
    if (name.startsWith('text-decoration') && inLink) continue;
    // Browsers write the color and style of the line into it as well.
    const plain = name.startsWith('text-decoration') ? decorationOf(value) : value;
    if (plain) style.setProperty(name.replace('-line', ''), plain);
  }
  if (align === 'center' || align === 'right') element.classList.add(`ql-align-${align}`);
  if (inHeading && /^(B|STRONG)$/.test(element.tagName)) element.replaceWith(...element.childNodes);
}

function decorationOf(value: string): string {
  return /\bline-through\b/.test(value)
    ? 'line-through'
    : /\bunderline\b/.test(value)
      ? 'underline'
      : '';
}

function cleanLink(link: HTMLAnchorElement): void {
  const href = link.getAttribute('href') ?? '';
  if (/^(https?:|mailto:|tel:)/i.test(href)) return;
  // A part of the page that it was copied from, or a script.
  link.replaceWith(...link.childNodes);
}

/** Code of an editor such as VS Code: lines of colored spans in a fixed-width block that keeps spaces. */
function asCode(block: HTMLElement): void {
  const { whiteSpace, fontFamily } = block.style;
  const isCode = whiteSpace.startsWith('pre') && /mono|consol|courier|menlo/i.test(fontFamily);
  if (block.tagName !== 'PRE' && !isCode) return;
  const pre = block.ownerDocument.createElement('pre');
  const lines =
    block.tagName === 'PRE'
      ? block.textContent
      : [...block.children].map((line) => line.textContent).join('\n');
  pre.textContent = (lines || block.textContent || '').replace(/\n$/, '');
  const language = languageOf(block);
  if (language) pre.dataset.language = language;
  block.replaceWith(pre);
}

function languageOf(block: HTMLElement): string | undefined {
  const named = [block, ...block.querySelectorAll('code'), block.parentElement];
  const words = named.flatMap((element) => [...(element?.classList ?? [])]);
  const word = words.find((name) => /^(lang(uage)?|highlight-source)-/.test(name));
  const name = word?.replace(/^(lang(uage)?|highlight-source)-/, '').toLowerCase();
  return name && (ALIASES[name] ?? name);
}

const ALIASES: Record<string, string> = {
  js: 'javascript',
  ts: 'typescript',
  shell: 'bash',
  sh: 'bash',
  py: 'python',
  csharp: 'cs',
  'c++': 'cpp',
  rb: 'ruby',
  rs: 'rust',
  yml: 'yaml',
  md: 'markdown',
};

/** Posts have no tables: a row becomes a line. */
function asParagraph(row: HTMLTableRowElement): void {
  const paragraph = row.ownerDocument.createElement('p');
  for (const [index, cell] of [...row.cells].entries()) {
    if (index > 0) paragraph.append(' | ');
    const inner = row.ownerDocument.createElement('span');
    inner.append(...cell.childNodes);
    for (const block of inner.querySelectorAll('p, div')) block.replaceWith(...block.childNodes);
    paragraph.append(inner);
  }
  const table = row.closest('table');
  if (table) table.before(paragraph);
  row.remove();
}
