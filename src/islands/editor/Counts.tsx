import type { Delta } from 'quill/core.js';
import { type RefObject, useEffect, useState } from 'react';
import { pageValues } from '../../lib/page-values.ts';
import { countCharacters, readingMinutes } from '../../lib/reading-time.ts';
import { countWords } from './count-words.ts';
import type { Editor } from './quill/create.ts';
import { useFloating } from './quill/floating/useFloating.ts';
import { useOutside } from './quill/floating/useOutside.ts';
import { EMBED, plainText } from './quill/plain-text.ts';

interface Props {
  editor: Editor;
  button: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Counting a long text takes some milliseconds, so it waits for a pause. */
const PAUSE_MS = 150;

/** Counts of the text and of the selection. Updates while the author writes. */
export function Counts({ editor, button, onClose }: Props) {
  const { quill } = editor;
  const [, setChanges] = useState(0);
  const panel = useFloating(() => button.current?.getBoundingClientRect() ?? null, {
    prefers: 'below',
    align: 'center',
  });
  useOutside([panel, button, { current: quill.root }], onClose);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const update = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setChanges((changes) => changes + 1), PAUSE_MS);
    };
    quill.on('editor-change', update);
    return () => {
      clearTimeout(timer);
      quill.off('editor-change', update);
    };
  }, [quill]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onClose]);

  const all = countsOf(quill.getContents());
  const range = quill.getSelection();
  const selected =
    range && range.length > 0 ? countsOf(quill.getContents(range.index, range.length)) : null;
  const minutes = readingMinutes(countCharacters(editor.html()), pageValues().readingTime.post);
  return (
    <div ref={panel} popover="manual" role="dialog" aria-label="Counts" className="counts">
      <table>
        {selected && (
          <thead>
            <tr>
              <td />
              <th scope="col">Text</th>
              <th scope="col">Selected</th>
            </tr>
          </thead>
        )}
        <tbody>
          {ROWS.map(([name, key]) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{all[key].toLocaleString('en-US')}</td>
              {selected && <td>{selected[key].toLocaleString('en-US')}</td>}
            </tr>
          ))}
          <tr>
            <th scope="row">Reading time</th>
            <td>{minutes} min</td>
            {selected && <td />}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

const ROWS = [
  ['Words', 'words'],
  ['Characters', 'characters'],
  ['Without spaces', 'letters'],
] as const;

function countsOf({ ops }: Delta) {
  const text = plainText(ops).replaceAll(EMBED, '\n');
  return {
    words: countWords(text),
    characters: countCharacters(text.replaceAll('\n', '')),
    letters: countCharacters(text.replace(/\s/g, '')),
  };
}
