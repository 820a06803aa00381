import type Quill from 'quill/core.js';
import { useEffect } from 'react';
import { useWordCount } from './useWordCount.ts';

interface Props {
  quill: Quill;
  hintId: string;
  isLeaving: boolean;
  onHelp: () => void;
  onWords: (words: number) => void;
}

/** Below the text: how to leave it with the keyboard. */
export function Foot({ quill, hintId, isLeaving, onHelp, onWords }: Props) {
  const words = useWordCount(quill);
  useEffect(() => onWords(words), [onWords, words]);
  return (
    <div className="rich-text-foot">
      <p id={hintId}>
        In lists and code, <kbd>Tab</kbd> indents. To leave the text, press <kbd>Esc</kbd>, then{' '}
        <kbd>Tab</kbd>.
      </p>
      {/* The first tab stop after the text must not save or publish. */}
      <button type="button" className="btn btn-quiet btn-small" onClick={onHelp}>
        Shortcuts and Markdown
      </button>
      <span role="status" className="sr-only">
        {isLeaving && 'Tab now leaves the text.'}
      </span>
    </div>
  );
}
