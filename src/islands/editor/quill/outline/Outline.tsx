import type Quill from 'quill/core.js';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from '../../../../icons/Icon.tsx';

interface Props {
  quill: Quill;
  onClose: () => void;
}

interface Heading {
  level: number;
  text: string;
  index: number;
  node: HTMLElement;
}

/** Reading the headings waits for a pause in typing. */
const PAUSE_MS = 200;
/** As in the styles: the panel covers most of a narrow screen. */
const NARROW = '(max-width: 63.99rem)';

/** The headings of the text, in a panel that stays open. Choosing one leads there. */
export function Outline({ quill, onClose }: Props) {
  const [headings, setHeadings] = useState(() => headingsOf(quill));
  const [current, setCurrent] = useState(() => sectionOfCursor(quill));
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.showPopover();
    const items = panel.current?.querySelectorAll<HTMLElement>('.outline-item, button') ?? [];
    const current = [...items].find((item) => item.ariaCurrent !== null);
    (current ?? items[1] ?? items[0])?.focus();
  }, []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const onChange = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        setHeadings(headingsOf(quill));
        // While the focus is in this panel, the section is the one where the cursor was last.
        if (quill.hasFocus()) setCurrent(sectionOfCursor(quill));
      }, PAUSE_MS);
    };
    quill.on('editor-change', onChange);
    return () => {
      clearTimeout(timer);
      quill.off('editor-change', onChange);
    };
  }, [quill]);

  const close = () => {
    flushSync(onClose);
    quill.focus({ preventScroll: true });
  };
  const jump = ({ node, index }: Heading) => {
    if (matchMedia(NARROW).matches) flushSync(onClose);
    // Not the length of its text: a footnote counts as one character.
    const [line] = quill.getLine(index);
    quill.setSelection(index + (line?.length() ?? 1) - 1, 0, 'user');
    node.scrollIntoView({ block: 'center' });
    setCurrent(node);
  };
  const top = Math.min(...headings.map(({ level }) => level));
  return (
    <div
      ref={panel}
      popover="manual"
      role="dialog"
      aria-label="Outline"
      className="outline-panel"
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        close();
      }}
    >
      <div className="flex items-center justify-between">
        <h2 className="font-sans font-semibold text-sm">Outline</h2>
        <button
          type="button"
          className="icon-btn -mr-2"
          aria-label="Close the outline"
          title="Close (Esc)"
          onClick={close}
        >
          <Icon name="x" size={18} />
        </button>
      </div>
      {headings.length === 0 && (
        <p className="pb-2 text-muted text-sm">
          No headings yet. Start a line with <kbd>##</kbd> and a space to add one.
        </p>
      )}
      <ol>
        {headings.map((heading, index) => (
          // Two headings may be the same.
          // biome-ignore lint/suspicious/noArrayIndexKey: the position is what makes it unique
          <li key={index}>
            <button
              type="button"
              className="outline-item"
              style={{ paddingInlineStart: `${0.625 + (heading.level - top) * 0.875}rem` }}
              aria-current={heading.node === current || undefined}
              onClick={() => jump(heading)}
            >
              <span className="outline-level">
                <span className="sr-only">Heading {heading.level}: </span>
                <span aria-hidden="true">H{heading.level}</span>
              </span>
              <span dir="auto">{heading.text.trim() || 'Empty heading'}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

function headingsOf(quill: Quill): Heading[] {
  let index = 0;
  return quill.getLines().flatMap((line) => {
    const start = index;
    index += line.length();
    const { header } = line.formats();
    const { domNode: node } = line;
    if (!header || !(node instanceof HTMLElement)) return [];
    const text = quill.getText(start, line.length() - 1);
    return [{ level: Number(header), text, index: start, node }];
  });
}

/** Returns the heading above the cursor, or null. */
function sectionOfCursor(quill: Quill): HTMLElement | null {
  const { index } = quill.getSelection() ?? { index: -1 };
  return headingsOf(quill).findLast((heading) => heading.index <= index)?.node ?? null;
}
