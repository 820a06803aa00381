import type { Control } from '../controls.ts';

type Named = Pick<Control, 'name' | 'synonyms'>;

/**
 * Returns the tools that match what was typed after a slash. Each typed word must start a word of
 * the name or a synonym. Matches of the name come first.
 */
export function matchControls<C extends Named>(controls: readonly C[], typed: string): C[] {
  const query = typed.trim().toLowerCase();
  const ranked = controls.map((control) => ({ control, rank: rankOf(control, query) }));
  const found = ranked.filter(({ rank }) => rank < NO_MATCH);
  return found.sort((a, b) => a.rank - b.rank).map(({ control }) => control);
}

const NO_MATCH = 3;

function rankOf({ name, synonyms = '' }: Named, query: string): number {
  const own = name.toLowerCase();
  const squeezed = query.replace(/\s+/g, '');
  if (own.replaceAll(' ', '').startsWith(squeezed)) return 0;
  const startsIn = (text: string) => {
    const words = text.split(/[\s-]+/);
    return query.split(/\s+/).every((part) => words.some((word) => word.startsWith(part)));
  };
  if (startsIn(own)) return 1;
  return startsIn(`${own} ${synonyms}`) ? 2 : NO_MATCH;
}
