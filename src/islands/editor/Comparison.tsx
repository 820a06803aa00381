import { type Change, diff } from './diff.ts';
import type { Line, Word } from './lines.ts';

/** Unchanged lines that are shown around a change. */
const CONTEXT = 2;

/** Lines and words are compared by their JSON: equal are those that read and look the same. */
interface Row {
  theirs: string | null;
  mine: string | null;
}

/** Two versions side by side, line by line, with what differs marked: words, and how they look. */
export function Comparison({ theirs, mine }: { theirs: Line[]; mine: Line[] }) {
  const changes = diff(theirs.map(keyOf), mine.map(keyOf));
  if (changes.every(({ kind }) => kind === 'same')) {
    return <p className="text-muted text-sm">Both versions read and look the same.</p>;
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
              <Cell line={row.theirs} other={row.mine} side="theirs" />
              <Cell line={row.mine} other={row.theirs} side="mine" />
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

function Cell(props: { line: string | null; other: string | null; side: string }) {
  if (props.line === null) return <td data-side={props.side} />;
  const { kind, words } = JSON.parse(props.line) as Line;
  const other = props.other === null ? null : (JSON.parse(props.other) as Line);
  const Kind = other?.kind === kind ? 'span' : 'mark';
  const changes = diff((other?.words ?? []).map(keyOf), words.map(keyOf));
  return (
    <td data-side={props.side}>
      {kind !== '' && (
        <>
          <Kind className="comparison-kind">{kind}:</Kind>{' '}
        </>
      )}
      {changes
        .filter((change) => change.kind !== 'removed')
        .map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: never reordered
          <Words key={index} change={change} />
        ))}
    </td>
  );
}

/** Words that are the same on both sides, or marked and with their look. */
function Words({ change }: { change: Change<string> }) {
  const words = change.items.map((item) => JSON.parse(item) as Word);
  if (change.kind === 'same') return words.map(({ text }) => text).join('');
  return alike(words).map(({ text, look }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: never reordered
    <mark key={index}>
      {text}
      {look !== '' && <small> ({look})</small>}
    </mark>
  ));
}

/** Neighbours that look the same, as one. */
function alike(words: Word[]): Word[] {
  const runs: Word[] = [];
  for (const { text, look } of words) {
    const last = runs.at(-1);
    if (last?.look === look) last.text += text;
    else runs.push({ text, look });
  }
  return runs;
}

const keyOf = (value: Line | Word) => JSON.stringify(value);

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
