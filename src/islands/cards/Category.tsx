import { hueOf, isCategorized } from '../../lib/category.ts';

interface Props {
  /** Its slug, which decides the hue. */
  category: string;
  label: string;
  /** Makes it a link. */
  href?: string;
}

/** The category of a post, in small caps. Renders nothing if it has none. */
export function Category({ category, label, href }: Props) {
  if (!isCategorized(category)) return null;
  const props = { className: 'category', 'data-hue': hueOf(category), children: label };
  return href === undefined ? <span {...props} /> : <a {...props} href={href} />;
}
