import { hueOf } from '../../lib/category-hue.ts';

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
  const props = { className: 'category', 'data-hue': hueOf(category), children: label };
  return href === undefined ? <span {...props} /> : <a {...props} href={href} />;
}
