import { Fragment } from 'react';
import { Icon } from '../../../icons/Icon.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { IS_MAC, keys } from './controls.ts';

const SECTIONS: readonly { title: string; rows: readonly [keys: string, effect: string][] }[] = [
  {
    title: 'Format',
    rows: [
      [keys('B'), 'Bold'],
      [keys('I'), 'Italic'],
      [keys('U'), 'Underline'],
      [keys('E'), 'Inline code'],
      [keys('K'), 'Link'],
      [keys('Shift+V'), 'Paste without formats'],
      [keys('Z'), 'Undo'],
      [keys('Shift+Z'), `Redo (also ${keys('Y')})`],
    ],
  },
  {
    title: 'Save and publish',
    rows: [
      [keys('S'), 'Save now'],
      [keys('Enter'), 'Publish or update, after a question'],
    ],
  },
  {
    title: 'Type Markdown',
    rows: [
      ['# Space', 'Heading 1 (up to ###### for Heading 6)'],
      ['> Space', 'Quote'],
      ['- Space', 'Bulleted list'],
      ['1. Space', 'Numbered list'],
      ['```', 'Code block (```js and Enter for JavaScript)'],
      ['**text**', 'Bold'],
      ['*text*', 'Italic'],
      ['`text`', 'Inline code'],
    ],
  },
  {
    title: 'Move around',
    rows: [
      ['Tab', 'In a list or code: indent'],
      ['Shift+Tab', 'In a list or code: outdent'],
      ['Esc, then Tab', 'Leave the text'],
      ['Esc, then Shift+Tab', 'Go to the toolbar'],
      [IS_MAC ? '⌥F10' : 'Alt+F10', 'Go to the toolbar'],
      ['Arrow keys', 'In the toolbar: move between the tools'],
      ['Esc', 'In the toolbar: return to the text'],
      ['Enter or ↓', 'In the title: go to the text'],
      ['↑', 'In the first line of the text: go to the title'],
    ],
  },
  {
    title: 'On pages without an editor',
    rows: [
      ['n', 'New post'],
      ['e', 'Edit the post that you read'],
    ],
  },
];

export function HelpDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" className="help-dialog">
      <button
        type="button"
        className="icon-btn absolute top-3 right-3"
        aria-label="Close"
        title="Close"
        onClick={onClose}
      >
        <Icon name="x" size={20} />
      </button>
      {SECTIONS.map(({ title, rows }) => (
        <Fragment key={title}>
          <h3 className="mt-5 mb-2 font-semibold">{title}</h3>
          <dl className="help-keys">
            {rows.map(([name, effect]) => (
              <Fragment key={name}>
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
