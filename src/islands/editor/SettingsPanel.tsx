import { useState } from 'react';
import type { Document, DocumentFields, DocumentKind } from '../../../api/contract/documents.ts';
import { Icon } from '../../icons/Icon.tsx';
import { Lazy } from '../ui/Lazy.tsx';
import type { Fields, ShownDocument } from './form-state.ts';
import { withStyles } from './later.ts';
import type { DocumentForm } from './useDocumentForm.ts';

const load = () =>
  withStyles(import('./settings/PostSettings.tsx')).then(({ PostSettings }) => PostSettings);

/** Tags, language, series, address and search engines. Their code loads when they're opened. */
export function SettingsPanel({ form }: { form: DocumentForm }) {
  const [isOpen, setIsOpen] = useState(false);
  const { fields, state, content, publishing } = form;
  const html = content.currentHtml() ?? '';
  const props = {
    document: shownDocument(form.kind, state.document, fields, html),
    onChange: (changes: Partial<DocumentFields>) => form.changeSettings(changes),
    onUploading: publishing.setPictureUploading,
    onSignIn: form.signIn,
  };
  return (
    <details
      className="settings-panel"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        {form.kind === 'page' ? 'Page settings' : 'Post settings'}
        <Icon name="chevron-down" size={18} />
      </summary>
      {isOpen && <Lazy load={load} props={props} name="the settings" />}
    </details>
  );
}

/** Returns the parts of the document that the settings show, with the form's values. */
function shownDocument(
  kind: DocumentKind,
  saved: Document | null,
  { settings, title }: Fields,
  content: string,
): ShownDocument {
  const { tags, featured, seo, series, language = '', slug = saved?.slug ?? '' } = settings;
  const before = saved?.series?.title === series?.title ? saved?.series?.position : 0;
  const { address = null } = saved ?? {};
  const position = series?.position ?? before ?? 0;
  return {
    kind,
    address,
    title,
    content,
    tags,
    featured,
    seo,
    slug,
    language,
    series: series && { slug: '', title: series.title, position },
  };
}
