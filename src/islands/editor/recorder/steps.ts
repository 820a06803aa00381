import { INLINE } from '../../../../api/contract/content/elements.ts';
import type { SentenceFinder } from '../../../lib/search/words.ts';
import type { Patch, Reel, Step } from '../../../stores/recordings.ts';

/** Returns the smallest part that changed. */
export function patchOf(before: string, after: string): Patch {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  let end = 0;
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  ) {
    end += 1;
  }
  return { from: start, to: before.length - end, text: after.slice(start, after.length - end) };
}

export function patched(before: string, { from, to, text }: Patch): string {
  return before.slice(0, from) + text + before.slice(to);
}

/** The reels of a draft, oldest first. */
export interface RecordedDraft {
  draft: string;
  title: string;
  end: number;
  reels: Reel[];
}

/** Returns the recorded drafts, the one with the latest step first. */
export function draftsOf(reels: readonly Reel[]): RecordedDraft[] {
  const drafts = new Map<string, RecordedDraft>();
  for (const reel of reels) {
    const { draft, title, end } = reel;
    drafts.set(draft, { draft, title, end, reels: [...(drafts.get(draft)?.reels ?? []), reel] });
  }
  return [...drafts.values()].sort((a, b) => b.end - a.end);
}

/** A step of a recording as the screen shows it. */
export interface Moment {
  /** Unique in its recording. */
  id: string;
  at: number;
  title: string;
  html(): string;
}

/** Returns the steps of several reels in chronological order, without those that change nothing. */
export function momentsOf(reels: readonly (readonly Step[])[]): Moment[] {
  const moments = reels.flatMap(momentsOfReel).sort((a, b) => a.order - b.order);
  return moments.filter((moment, index) => {
    const before = moments[index - 1];
    // Only the first step of a reel can equal the step before it.
    if (!before || !moment.isFirst) return true;
    return moment.title !== before.title || moment.html() !== before.html();
  });
}

interface Ordered extends Moment {
  order: number;
  isFirst: boolean;
}

function momentsOfReel(steps: readonly Step[], reel: number): Ordered[] {
  // The clock may have been set back while the author was writing.
  const orders: number[] = [];
  for (const { at } of steps) orders.push(Math.max(at, orders.at(-1) ?? 0));
  // Rebuilds each text from the changes: keeping an hour of texts would take too much memory.
  let last = { number: -1, html: '' };
  const htmlAt = (number: number): string => {
    if (number < last.number) last = { number: -1, html: '' };
    for (const { patch } of steps.slice(last.number + 1, number + 1)) {
      last = { number: last.number + 1, html: patched(last.html, patch) };
    }
    return last.html;
  };
  return steps.map(({ at, title }, number) => ({
    id: `${reel}.${number}`,
    at,
    order: orders[number] ?? at,
    title,
    isFirst: number === 0,
    html: () => htmlAt(number),
  }));
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** Returns the text of stored HTML, with a space between blocks. */
export function textOf(html: string): string {
  return html
    .replace(/<\/?(\w+)[^<>]*>/g, (_, name: string) => (INLINE.has(name) ? '' : ' '))
    .replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** What a search has found in a recording. */
export interface Place {
  moment: string;
  finder: SentenceFinder;
}

export interface Found {
  moment: Moment;
  before: string;
  match: string;
  after: string;
}

const EXCERPT_LENGTH = 60;

/** Returns a match with the text around it, in the text or in the title. */
function excerptOf(finder: SentenceFinder, moment: Moment): Found | null {
  for (const text of [textOf(moment.html()), moment.title]) {
    const [start, end] = finder.find(text) ?? [];
    if (start === undefined || end === undefined) continue;
    const before = text.slice(Math.max(0, start - EXCERPT_LENGTH), start);
    const after = text.slice(end, end + EXCERPT_LENGTH);
    return {
      moment,
      // Whole words only.
      before: start > EXCERPT_LENGTH ? before.replace(/^\S*/, '…') : before,
      match: text.slice(start, end),
      after: end + EXCERPT_LENGTH < text.length ? after.replace(/\S*$/, '…') : after,
    };
  }
  return null;
}

/** How long a search may keep the page from answering to keys. */
const TURN_MS = 12;

/**
 * Returns the last moment that has a sentence, for each time it disappeared, newest first. Throws
 * if it's aborted.
 */
export async function findLost(
  finder: SentenceFinder,
  moments: readonly Moment[],
  signal: AbortSignal,
): Promise<Found[]> {
  const lost: Moment[] = [];
  let last: Moment | null = null;
  let turn = performance.now();
  for (const moment of moments) {
    if (performance.now() - turn > TURN_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      signal.throwIfAborted();
      turn = performance.now();
    }
    const isThere = finder.isIn(textOf(moment.html())) || finder.isIn(moment.title);
    if (!isThere && last) lost.unshift(last);
    last = isThere ? moment : null;
  }
  const results = last ? [last, ...lost] : lost;
  return results.map((moment) => excerptOf(finder, moment)).filter((found) => found !== null);
}
