import type { ElementNode } from '../../../api/contract/content/elements.ts';
import { INLINE } from '../../../api/contract/content/elements.ts';
import { element } from './tree.ts';

const ALIGNED = /(?:^|[;\s])text-align\s*:\s*(center|right|justify)/i;
const ALIGN_CLASS = /(?:^|\s)(?:has-text-align-|text-|align)(center|right)(?=\s|$)/;

/**
 * Returns a block with its alignment and direction as the classes that posts use. Keeps the other
 * classes for the element around it.
 */
export function alignmentOf(block: ElementNode): ElementNode {
  const { attribs } = block;
  const own = attribs.get('align')?.toLowerCase() ?? '';
  const align =
    ALIGNED.exec(styleOf(block))?.[1]?.toLowerCase() ??
    ALIGN_CLASS.exec(attribs.get('class') ?? '')?.[1] ??
    (/^(?:center|right|justify)$/.test(own) ? own : undefined);
  const names = [
    ...(align ? [`ql-align-${align}`] : []),
    ...(attribs.get('dir')?.toLowerCase() === 'rtl' ? ['ql-direction-rtl'] : []),
  ];
  const others = (attribs.get('class') ?? '')
    .split(/\s+/)
    .filter((name) => !/^(?:ql-|$)/.test(name));
  const attributes = Object.fromEntries(attribs);
  const kept = { ...attributes, class: [...names, ...others].join(' ') };
  return element(block.name, kept, block.children);
}

const NAMED: Partial<Record<string, string>> = { cite: 'em', dfn: 'em', var: 'em', strike: 's' };
const STYLES: [tag: string, pattern: RegExp][] = [
  ['strong', /font-weight\s*:\s*(?:bold|[6-9]00)/i],
  ['em', /font-style\s*:\s*(?:italic|oblique)/i],
  ['u', /text-decoration(?:-line)?\s*:[^;]*underline/i],
  ['s', /text-decoration(?:-line)?\s*:[^;]*line-through/i],
  ['sup', /vertical-align\s*:\s*super/i],
  ['sub', /vertical-align\s*:\s*sub(?!\w)/i],
];
const NO_UNDERLINE = new Set(['a', 'u', 'ins']);

/**
 * Returns an inline element with the formatting of its `style` converted to elements. Colors stay.
 */
export function inlineFormats(inline: ElementNode): ElementNode {
  const style = styleOf(inline);
  const tags = STYLES.filter(([tag, pattern]) => {
    return pattern.test(style) && !(tag === 'u' && NO_UNDERLINE.has(inline.name));
  }).map(([tag]) => tag);
  const children = tags.reduce((inner, tag) => [element(tag, {}, inner)], inline.children);
  const name = NAMED[inline.name] ?? inline.name;
  const attributes = Object.fromEntries(inline.attribs);
  return element(INLINE.has(name) || name === 'div' ? name : 'span', attributes, children);
}

function styleOf({ attribs }: ElementNode): string {
  return (attribs.get('style') ?? '').slice(0, 2000);
}
