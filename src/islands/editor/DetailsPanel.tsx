import { type MouseEvent, useState } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import { CategoryCombobox, CategorySelect } from './CategoryFields.tsx';
import { CoverField } from './CoverField.tsx';
import { SettingsPanel } from './SettingsPanel.tsx';
import type { DocumentForm } from './useDocumentForm.ts';

interface Props {
  form: DocumentForm;
  problemId: string;
}

/** Category, cover and settings. A closed panel keeps its state, such as a running upload. */
export function DetailsPanel({ form, problemId }: Props) {
  const { fields, change, problem, replacing, panel } = form;
  // A post has a category; a draft may have none yet.
  const [isPost] = useState(form.state.document?.postId != null);
  const Category = isPost ? CategorySelect : CategoryCombobox;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a tap next to the sheet is like Escape
    <section
      ref={panel.element}
      id={panel.id}
      className="writing-panel"
      aria-label="Details"
      popover={panel.isSheet ? 'auto' : undefined}
      hidden={!panel.isSheet && !panel.isOpen}
      onToggle={({ target, currentTarget, newState }) => {
        if (target === currentTarget) panel.setIsSheetOpen(newState === 'open');
      }}
      onClick={(event) => {
        if (panel.isSheet && event.target === event.currentTarget) closeOutside(event, panel.close);
      }}
    >
      <div className="writing-panel-head">
        <h2>Details</h2>
        <button
          type="button"
          className="icon-btn"
          aria-label="Close the panel"
          onClick={panel.close}
        >
          <Icon name="x" size={20} />
        </button>
      </div>
      {/* A restored category may be an existing or a new one: the field decides when it mounts. */}
      <div key={replacing.count} ref={revealOpened} className="writing-details">
        <Category
          value={fields.category}
          choices={form.categories}
          onChange={(category) => change({ category })}
          errorId={problem?.fields?.includes('category') ? problemId : undefined}
        />
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
    </section>
  );
}

/**
 * A popover lets a tap next to it through, to whatever is there. Part of the sheet covers the page
 * (`panel.css`), and this closes it instead.
 */
function closeOutside(event: MouseEvent<HTMLElement>, close: () => void): void {
  const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  if (x < left || x > right || y < top || y > bottom) close();
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
