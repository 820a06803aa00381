import type Quill from 'quill/core.js';
import { useEffect, useState } from 'react';
import { countWords } from '../count-words.ts';

/** Counting a long text takes some milliseconds, so it waits for a pause. */
const PAUSE_MS = 250;

export function useWordCount(quill: Quill): number {
  const [words, setWords] = useState(() => countWords(textOf(quill)));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const count = () => setWords(countWords(textOf(quill)));
    const onChange = () => {
      clearTimeout(timer);
      timer = setTimeout(count, PAUSE_MS);
    };
    count();
    quill.on('text-change', onChange);
    return () => {
      clearTimeout(timer);
      quill.off('text-change', onChange);
    };
  }, [quill]);
  return words;
}

/** Returns the text, with a space for each picture and line break. */
function textOf(quill: Quill): string {
  const { ops } = quill.getContents();
  return ops.map(({ insert }) => (typeof insert === 'string' ? insert : ' ')).join('');
}
