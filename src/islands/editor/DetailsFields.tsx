import { useState } from 'react';
import { CategoryCombobox, CategorySelect } from './CategoryFields.tsx';
import { CoverField } from './CoverField.tsx';
import { SettingsPanel } from './SettingsPanel.tsx';
import { PageAddress } from './settings/PageAddress.tsx';
import type { DocumentForm } from './useDocumentForm.ts';

interface Props {
  form: DocumentForm;
  problemId: string;
}

/** The fields of the panel. */
export function DetailsFields({ form, problemId }: Props) {
  const { fields, change, problem, replacing } = form;
  // A public post has a category; a draft may have none yet.
  const [isPublic] = useState(form.state.document?.postId != null);
  const Category = isPublic ? CategorySelect : CategoryCombobox;
  return (
    // A restored category may be an existing or a new one: the field decides when it mounts.
    <div key={replacing.count} ref={revealOpened} className="writing-details">
      {form.kind === 'page' ? (
        <PageAddress form={form} />
      ) : (
        <Category
          value={fields.category}
          choices={form.categories}
          onChange={(category) => change({ category })}
          errorId={problem?.fields?.includes('category') ? problemId : undefined}
        />
      )}
      <CoverField
        image={fields.image}
        imageAlt={fields.imageAlt}
        imageFocus={fields.imageFocus}
        onChange={change}
        onUploading={form.publishing.setPictureUploading}
        onSignIn={form.signIn}
      />
      <SettingsPanel form={form} />
    </div>
  );
}

/** Scrolls settings that are opened into view. */
function revealOpened(details: HTMLElement | null): (() => void) | undefined {
  const onToggle = ({ target }: Event) => {
    if (target instanceof HTMLDetailsElement && target.open) {
      target.scrollIntoView({ block: 'nearest' });
    }
  };
  // This event doesn't bubble.
  details?.addEventListener('toggle', onToggle, { capture: true });
  return () => details?.removeEventListener('toggle', onToggle, { capture: true });
}
