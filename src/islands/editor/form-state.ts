import type { RefObject } from 'react';
import type {
  Document,
  DocumentFields,
  DocumentKind,
  Seo,
} from '../../../api/contract/documents.ts';
import { webUrl } from '../../../api/contract/urls.ts';
import type { Draft, DraftSettings } from '../../stores/post-drafts.ts';
import { categoryProblem, categorySlug } from './categories.ts';
import type { Problem } from './problems.tsx';
import type { DocumentSync } from './sync/document-sync.ts';
import { type Values, valuesOf } from './sync/values.ts';
import type { useContent } from './useContent.ts';
import type { useDraft } from './useDraft.ts';
import type { Panel } from './usePanel.ts';

export interface Fields
  extends Pick<DocumentFields, 'title' | 'image' | 'imageAlt' | 'imageFocus'> {
  /** As it was typed, or the slug of a known one. */
  category: string;
  settings: DraftSettings;
}

/** A change of the form's content that the author didn't type. */
export type Notice =
  /** `isOutdated`: the post was saved elsewhere after the author started. */
  { kind: 'restored'; isOutdated: boolean } | { kind: 'discarded'; draft: Draft };

export type PostValues = Pick<
  Document,
  | 'title'
  | 'category'
  | 'categoryLabel'
  | 'content'
  | 'image'
  | 'imageAlt'
  | 'imageFocus'
  | 'language'
>;

export interface FormState {
  /** Also the word for it on the screen. */
  kind: DocumentKind;
  sync: DocumentSync;
  draft: ReturnType<typeof useDraft>;
  content: ReturnType<typeof useContent>;
  latestFields: RefObject<Fields>;
  setFields: (fields: Fields) => void;
  values: () => PostValues;
  setProblem: (problem: Problem | null) => void;
  setNotice: (notice: Notice | null) => void;
  element: RefObject<HTMLFormElement | null>;
  panel: Panel;
}

export type ShownDocument = Pick<
  Document,
  | 'kind'
  | 'address'
  | 'title'
  | 'content'
  | 'slug'
  | 'tags'
  | 'featured'
  | 'series'
  | 'language'
  | 'seo'
>;

const NO_SEO: Seo = { title: '', description: '', canonical: '', image: '', noindex: false };

export const NO_SETTINGS: DraftSettings = {
  tags: [],
  series: null,
  featured: false,
  language: '',
  seo: NO_SEO,
};

export const NO_FIELDS: Fields = {
  title: '',
  category: '',
  image: '',
  imageAlt: '',
  imageFocus: '',
  settings: NO_SETTINGS,
};

export function fieldsOf(document: Document | null): Fields {
  if (!document) return NO_FIELDS;
  const { title, category, image, imageAlt, imageFocus } = document;
  const { tags, featured, language, seo } = document;
  const { series = null } = valuesOf(document);
  const settings = { tags, series, featured, language, seo };
  return { title, category, image, imageAlt, imageFocus, settings };
}

export function postValues(fields: Fields, content = ''): PostValues {
  const { title, category, image, imageAlt, imageFocus, settings } = fields;
  return {
    title: title.replace(/\s+/g, ' ').trim(),
    category: categorySlug(category),
    categoryLabel: category.trim(),
    image,
    imageAlt: image === '' ? '' : imageAlt.trim(),
    imageFocus: image === '' ? '' : imageFocus,
    language: settings.language ?? '',
    content,
  };
}

/**
 * Returns what can be sent: an invalid category or address would make the server refuse all of it.
 */
export function sendable(fields: Fields, content: string | undefined): Values {
  const { category, categoryLabel, content: _, ...values } = postValues(fields);
  const { settings } = fields;
  const { canonical } = settings.seo;
  const { slug, ...others } = settings;
  return {
    ...values,
    ...(fields.category === '' && { category: '' }),
    ...(fields.category !== '' &&
      categoryProblem(fields.category) === '' && { category, categoryLabel }),
    ...(content !== undefined && { content }),
    ...others,
    ...(slug !== undefined && { slug }),
    seo: isWebAddress(canonical) ? settings.seo : { ...settings.seo, canonical: '' },
  };
}

/** Whether a canonical address can be stored. Empty is fine. */
export function isWebAddress(text: string): boolean {
  return text === '' || webUrl(text) !== null;
}
