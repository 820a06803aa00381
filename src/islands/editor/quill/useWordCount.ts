import type Quill from 'quill/core.js';
import { useEffect, useState } from 'react';
import { countWords } from '../count-words.ts';
import { plainText } from './plain-text.ts';

/** Counting a long text takes some milliseconds, so it waits for a pause. */
const PAUSE_MS = 250;

export function useWordCount(quill: Quill): number {
  const [words, setWords] = useState(() => wordsIn(quill));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const count = () => setWords(wordsIn(quill));
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

function wordsIn(quill: Quill): number {
  return countWords(plainText(quill.getContents().ops));
}
