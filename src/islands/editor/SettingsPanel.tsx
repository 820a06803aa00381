import { useState } from 'react';
import type { Document, DocumentFields } from '../../../api/contract/documents.ts';
import { Icon } from '../../icons/Icon.tsx';
import { Lazy } from '../ui/Lazy.tsx';
import type { Fields } from './form-state.ts';
import type { DocumentForm } from './useDocumentForm.ts';

const load = () => import('./settings/PostSettings.tsx').then(({ PostSettings }) => PostSettings);

/** Tags, series, address and search engines. Their code loads when they're opened. */
export function SettingsPanel({ form }: { form: DocumentForm }) {
  const [isOpen, setIsOpen] = useState(false);
  const { fields, state, content, publishing } = form;
  const html = content.currentHtml() ?? '';
  const props = {
    document: shownDocument(state.document, fields, html),
    onChange: (changes: Partial<DocumentFields>) => form.changeSettings(changes),
    onUploading: publishing.setImageUploading,
    onSignIn: form.signIn,
  };
  return (
    <details
      className="settings-panel"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        Post settings
        <Icon name="chevron-down" size={18} />
      </summary>
      {isOpen && <Lazy load={load} props={props} name="the settings" />}
    </details>
  );
}

const NEW: Document = {
  ...{ _id: '', postId: null, userId: '', title: '', category: '', content: '', image: '' },
  ...{ imageAlt: '', tags: [], slug: '', status: 'draft', scheduledAt: null, revision: 0 },
  ...{ publishedRevision: null, series: null, featured: false, trashedAt: null },
  ...{ createdAt: '', updatedAt: '' },
  seo: { title: '', description: '', canonical: '', image: '', noindex: false },
};

/** Returns the document as the form has it. */
function shownDocument(saved: Document | null, fields: Fields, content: string): Document {
  const { settings, title } = fields;
  const before = saved ?? NEW;
  const { tags, featured, seo, series, slug = before.slug } = settings;
  const isSame = before.series?.title === series?.title;
  const savedPosition = isSame ? (before.series?.position ?? 0) : 0;
  return {
    ...before,
    ...{ title, content, tags, featured, seo, slug },
    series: series && { slug: '', title: series.title, position: series.position ?? savedPosition },
  };
}
