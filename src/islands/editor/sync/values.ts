import type { Document, DocumentFields } from '../../../../api/contract/documents.ts';

/**
 * A document's fields, as the form has them. A field that can't be sent, such as an invalid
 * category, is absent.
 */
export type Values = Partial<DocumentFields>;

/** Returns the fields of a document as the form would send them. */
export function valuesOf(document: Document): Values {
  const { title, category, categoryLabel, content, image, imageAlt, imageFocus } = document;
  const { tags, slug, seo, series, featured, language } = document;
  return {
    title,
    category,
    content,
    image,
    imageAlt,
    imageFocus,
    tags,
    slug,
    seo,
    featured,
    language,
    ...(categoryLabel !== undefined && { categoryLabel }),
    series: series && { title: series.title, position: series.position },
  };
}

/** Returns the fields that differ from `before`. The label of a category goes with the category. */
export function changedFields(before: Values, after: Values): Values {
  const changed = Object.entries(after).filter(
    ([name, value]) =>
      name !== 'categoryLabel' &&
      JSON.stringify(value) !== JSON.stringify(before[name as keyof Values]),
  );
  const { category, ...rest }: Values = Object.fromEntries(changed);
  if (category === undefined) return rest;
  return { ...rest, category, categoryLabel: after.categoryLabel ?? category };
}

/** Whether there's nothing worth a document: no title, text or picture. */
export function isBlank({ title = '', content = '', image = '' }: Values): boolean {
  const text = content.replace(/<(?!img|iframe)[^<>]*>|&nbsp;|\s/g, '');
  return title.trim() === '' && text === '' && image === '';
}
