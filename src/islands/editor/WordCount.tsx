import { type RefObject, useRef, useState } from 'react';
import { Lazy } from '../ui/Lazy.tsx';
import { withStyles } from './later.ts';
import type { Editor } from './quill/create.ts';

interface Props {
  words: number;
  editor: RefObject<Editor | null>;
}

const loadCounts = () => withStyles(import('./Counts.tsx')).then(({ Counts }) => Counts);

/** The number of words. A click shows other counts, and those of the selection. */
export function WordCount({ words, editor }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { current } = editor;
  return (
    <>
      <button
        ref={button}
        type="button"
        className="word-count"
        aria-expanded={isOpen}
        // The selection stays, and its counts are shown.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setIsOpen(!isOpen && current !== null)}
      >
        {words.toLocaleString('en-US')} {words === 1 ? 'word' : 'words'}
      </button>
      {isOpen && current && (
        <Lazy
          load={loadCounts}
          props={{ editor: current, button, onClose: () => setIsOpen(false) }}
          name="the counts"
          fallback={null}
        />
      )}
    </>
  );
}
