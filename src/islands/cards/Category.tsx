import { pick } from '../../../api/contract/pick.ts';

const HUES = 6;

interface Props {
  /** Its slug, which decides the hue. */
  category: string;
  label: string;
  /** Makes it a link. */
  href?: string;
}

/** The category of a post, in small caps. Nothing for `uncategorized`. */
export function Category({ category, label, href }: Props) {
  if (category === 'uncategorized') return null;
  const props = { className: 'category', 'data-hue': pick(category, HUES), children: label };
  return href === undefined ? <span {...props} /> : <a {...props} href={href} />;
}
