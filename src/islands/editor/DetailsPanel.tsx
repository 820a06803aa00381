import { type MouseEvent, useState } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import { Lazy } from '../ui/Lazy.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { withStyles } from './later.ts';
import type { DocumentForm } from './useDocumentForm.ts';

const loadFields = () =>
  withStyles(import('./DetailsFields.tsx')).then(({ DetailsFields }) => DetailsFields);

interface Props {
  form: DocumentForm;
  problemId: string;
}

/** Category, cover and settings. A closed panel keeps its state, such as a running upload. */
export function DetailsPanel({ form, problemId }: Props) {
  const { panel, state } = form;
  const [isNeeded, setIsNeeded] = useState(false);
  // Publishing may move the focus to a field, but only once the post isn't blank.
  if (!isNeeded && (panel.isOpen || state.status !== 'blank')) setIsNeeded(true);
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
      {isNeeded && (
        <Lazy
          load={loadFields}
          props={{ form, problemId }}
          name="the details"
          fallback={<FieldsSkeleton />}
          frame={(message) => <div className="writing-details">{message}</div>}
        />
      )}
    </section>
  );
}

/**
 * A tap next to a popover would hit whatever is there. So a part of the sheet covers the page
 * (`panel.css`), and a tap on that part closes the sheet.
 */
function closeOutside(event: MouseEvent<HTMLElement>, close: () => void): void {
  const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  if (x < left || x > right || y < top || y > bottom) close();
}

function FieldsSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading the details</span>
      <Skeleton className="h-11 w-full" />
      <Skeleton className="mt-6 h-44 w-full" />
    </div>
  );
}
