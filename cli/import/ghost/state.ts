import { type Row, textOf } from './export.ts';

/** Fields that posts here don't have. */
const OTHERS = [
  'codeinjection_head',
  'codeinjection_foot',
  'og_title',
  'og_description',
  'twitter_title',
  'twitter_description',
  'feature_image_caption',
  'custom_template',
  'frontmatter',
  'email_subject',
];

/** Notes the fields of a post that have no place here, with their values. */
export function reportFields(post: Row, note: (what: string, before?: unknown) => void): void {
  const left = OTHERS.filter((name) => textOf(post[name]).trim() !== '');
  const isExcerptUsed = textOf(post.meta_description) === '';
  const all =
    textOf(post.custom_excerpt) === '' || isExcerptUsed ? left : [...left, 'custom_excerpt'];
  if (all.length === 0) return;
  const values = Object.fromEntries(all.map((name) => [name, post[name]]));
  note(`A post has no fields for: ${all.join(', ')}.`, values);
}

/** Only what everyone could read becomes public. */
export function stateOf(
  { status, visibility, published_at }: Row,
  now: Date,
): 'published' | 'draft' | 'scheduled' {
  const isOpen = visibility === undefined || visibility === null || visibility === 'public';
  if (!isOpen) return 'draft';
  const isFuture = Date.parse(textOf(published_at)) > now.getTime();
  if (status === 'scheduled') return isFuture ? 'scheduled' : 'draft';
  if (status !== 'published') return 'draft';
  return isFuture ? 'scheduled' : 'published';
}

/** Returns why a post isn't public. */
export function reasonOf({ status, visibility, published_at }: Row, state: string): string {
  if (state === 'scheduled') return `It's scheduled for ${textOf(published_at)}.`;
  if (status === 'published')
    return `It's a draft: only ${textOf(visibility)} readers could see it.`;
  return status === 'sent'
    ? "It's a draft: it was only an email."
    : "It's a draft: it isn't public.";
}
