import type Quill from 'quill/core.js';
import { useEffect, useState } from 'react';
import { countWords } from '../WordCount.tsx';

/** Counting a long text takes some milliseconds, so it waits for a pause. */
const PAUSE_MS = 250;

export function useWordCount(quill: Quill): number {
  const [words, setWords] = useState(() => countWords(quill.getText()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const count = () => setWords(countWords(quill.getText()));
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
