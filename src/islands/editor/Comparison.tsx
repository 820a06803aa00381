import { type Change, diff } from './diff.ts';

/** Unchanged lines that are shown around a change. */
const CONTEXT = 2;

interface Row {
  theirs: string | null;
  mine: string | null;
}

/** Two versions side by side, line by line, with what differs marked. */
export function Comparison({ theirs, mine }: { theirs: string[]; mine: string[] }) {
  const changes = diff(theirs, mine);
  if (changes.every(({ kind }) => kind === 'same')) {
    return <p className="text-muted text-sm">Both versions have the same text.</p>;
  }
  return (
    <table className="comparison">
      <thead>
        <tr>
          <th scope="col">Saved meanwhile</th>
          <th scope="col">Yours</th>
        </tr>
      </thead>
      <tbody>
        {rowsOf(changes).map((row, index) =>
          typeof row === 'number' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are never reordered
            <tr key={index}>
              <td colSpan={2} className="comparison-gap">
                {row} unchanged {row === 1 ? 'line' : 'lines'}
              </td>
            </tr>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are never reordered
            <tr key={index}>
              <Cell text={row.theirs} other={row.mine} side="theirs" />
              <Cell text={row.mine} other={row.theirs} side="mine" />
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

function Cell({ text, other, side }: { text: string | null; other: string | null; side: string }) {
  if (text === null) return <td data-side={side} />;
  if (text === other) return <td data-side={side}>{text}</td>;
  const words = diff(wordsOf(other ?? ''), wordsOf(text)).filter(({ kind }) => kind !== 'removed');
  return (
    <td data-side={side}>
      {words.map(({ kind, items }, index) =>
        kind === 'same' ? (
          items.join('')
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: never reordered
          <mark key={index}>{items.join('')}</mark>
        ),
      )}
    </td>
  );
}

const wordsOf = (text: string) => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];

/** Lines in pairs; long runs without a change are only counted. */
function rowsOf(changes: Change<string>[]): (Row | number)[] {
  const rows: (Row | number)[] = [];
  for (let index = 0; index < changes.length; index++) {
    const change = changes[index];
    if (!change) continue;
    const { kind, items } = change;
    if (kind === 'same') {
      rows.push(...folded(items, index === 0, index === changes.length - 1));
      continue;
    }
    const next = changes[index + 1];
    const isPair = kind === 'removed' && next?.kind === 'added';
    const theirs = kind === 'removed' ? items : [];
    const mine = isPair ? next.items : kind === 'added' ? items : [];
    if (isPair) index++;
    for (let n = 0; n < Math.max(theirs.length, mine.length); n++) {
      rows.push({ theirs: theirs[n] ?? null, mine: mine[n] ?? null });
    }
  }
  return rows;
}

function folded(lines: string[], isFirst: boolean, isLast: boolean): (Row | number)[] {
  const same = (line: string): Row => ({ theirs: line, mine: line });
  const before = isFirst ? 0 : CONTEXT;
  const after = isLast ? 0 : CONTEXT;
  const hidden = lines.length - before - after;
  if (hidden < 2) return lines.map(same);
  return [
    ...lines.slice(0, before).map(same),
    hidden,
    ...lines.slice(lines.length - after).map(same),
  ];
}
