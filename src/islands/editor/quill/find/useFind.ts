import type Quill from 'quill/core.js';
import { Delta } from 'quill/core.js';
import { useCallback, useEffect, useRef, useState } from 'react';
import { changeAtOnce } from '../blocks/block.ts';
import { domRanges } from '../dom-ranges.ts';
import { plainText } from '../plain-text.ts';
import { type FindOptions, findMatches, type Match, replaceMatches } from './matches.ts';

/** Searching a long text takes some milliseconds, so it waits for a pause in typing. */
const PAUSE_MS = 100;

interface Found {
  matches: Match[];
  /** The index of the match to replace; -1 if there is none. */
  current: number;
  /** How many are in blocks that are edited separately. */
  inBlocks: number;
}

const NOTHING: Found = { matches: [], current: -1, inBlocks: 0 };

/** Finds and replaces text, and highlights what it found. */
export function useFind(quill: Quill, wanted: string, options: FindOptions & { request: number }) {
  const { matchCase, wholeWord, request } = options;
  const [found, setFound] = useState(NOTHING);
  /** Where to continue: at first, at the cursor. */
  const from = useRef(0);
  /** Whether to scroll to the current match. Not after a change of the text. */
  const reveals = useRef(true);
  useEffect(() => {
    if (request > 0) from.current = quill.getSelection()?.index ?? from.current;
  }, [quill, request]);
  const search = useCallback(
    () => setFound(findIn(quill, wanted, { matchCase, wholeWord }, from.current)),
    [quill, wanted, matchCase, wholeWord],
  );
  useEffect(() => {
    reveals.current = true;
    if (request > 0) search();
    let timer: ReturnType<typeof setTimeout>;
    const onChange = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        reveals.current = false;
        search();
      }, PAUSE_MS);
    };
    quill.on('text-change', onChange);
    return () => {
      clearTimeout(timer);
      quill.off('text-change', onChange);
    };
  }, [quill, search, request]);
  useEffect(() => highlight(quill, found, reveals.current), [quill, found]);

  const { matches, current } = found;
  const go = (step: number) => {
    const next = (current + step + matches.length) % (matches.length || 1);
    from.current = matches[next]?.index ?? from.current;
    reveals.current = true;
    setFound({ ...found, current: matches.length > 0 ? next : -1 });
  };
  /** Replaces matches as one undo step. */
  const replace = (which: readonly Match[], text: string) => {
    const [first] = which;
    if (!first) return;
    changeAtOnce(quill, new Delta(replaceMatches(quill.getContents().ops, which, text)));
    from.current = first.index + text.length;
    reveals.current = true;
    search();
  };
  const selected = matches[current];
  return {
    ...found,
    selected,
    go,
    replace: (text: string) => replace(selected ? [selected] : [], text),
    replaceAll: (text: string) => replace(matches, text),
  };
}

/** Finds all matches. The current one is the first after `from`, or the first of all. */
function findIn(quill: Quill, wanted: string, options: FindOptions, from: number): Found {
  const find = (text: string) => findMatches(text, wanted, options);
  const matches = find(plainText(quill.getContents().ops));
  const next = matches.findIndex(({ index }) => index >= from);
  const kept = [...quill.root.querySelectorAll('[data-kept]')];
  const inBlocks = kept.reduce((sum, part) => sum + find(part.textContent ?? '').length, 0);
  const current = next < 0 && matches.length > 0 ? 0 : next;
  return { matches, current, inBlocks };
}

/** Shows all matches, and scrolls to the current one if asked. Changes nothing in the text. */
function highlight(
  quill: Quill,
  { matches, current }: Found,
  reveals: boolean,
): (() => void) | undefined {
  const ranges = domRanges(quill, matches);
  const shown = ranges[current];
  const { highlights } = CSS;
  if (shown && reveals) scrollTo(shown);
  if (!highlights) {
    const { activeElement } = document;
    if (shown && reveals) {
      const { startContainer, startOffset, endContainer, endOffset } = shown;
      getSelection()?.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset);
      if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
    }
    return;
  }
  highlights.set('found', new Highlight(...ranges));
  const currentHighlight = new Highlight(...(shown ? [shown] : []));
  currentHighlight.priority = 1;
  highlights.set('found-current', currentHighlight);
  return () => {
    highlights.delete('found');
    highlights.delete('found-current');
  };
}

function scrollTo(range: Range): void {
  const { top, bottom } = range.getBoundingClientRect();
  // Room for the toolbar and the on-screen keyboard.
  const isInView = top > innerHeight * 0.3 && bottom < innerHeight * 0.6;
  if (!isInView) range.startContainer.parentElement?.scrollIntoView({ block: 'center' });
}
