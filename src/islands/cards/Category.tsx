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
  const props = { className: 'category', 'data-hue': hueOf(category), children: label };
  return href === undefined ? <span {...props} /> : <a {...props} href={href} />;
}

/** Returns the same number, 0 to 5, for the same slug. */
function hueOf(slug: string): number {
  let sum = 0;
  for (const character of slug) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum % HUES;
}
