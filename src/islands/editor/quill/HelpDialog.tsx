import { Fragment } from 'react';
import { Icon } from '../../../icons/Icon.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { HELP_SECTIONS } from './help-sections.ts';

export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" className="help-dialog">
      <button
        type="button"
        className="icon-btn absolute top-3 right-3"
        aria-label="Close"
        title="Close"
        onClick={onClose}
      >
        <Icon name="x" size={20} />
      </button>
      {HELP_SECTIONS.map(({ title, rows }) => (
        <Fragment key={title}>
          <h3 className="mt-5 mb-2 font-semibold">{title}</h3>
          <dl className="help-keys">
            {rows.map(([name, effect]) => (
              <Fragment key={effect}>
                <dt>
                  <kbd>{name}</kbd>
                </dt>
                <dd>{effect}</dd>
              </Fragment>
            ))}
          </dl>
        </Fragment>
      ))}
      <p className="mt-4 text-muted text-sm">
        To keep Markdown as you typed it, undo once. You can switch off single keys in your profile.
      </p>
    </Dialog>
  );
}
