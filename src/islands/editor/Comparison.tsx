import { type Change, compare, rowsOf } from './compare.ts';
import type { PostValues } from './form-state.ts';
import { type Line, versionLines, type Word } from './version-lines.ts';

interface Props {
  theirs: PostValues;
  mine: PostValues;
  names?: [theirs: string, mine: string];
}

/** Shows two versions side by side, and marks the words and formats that differ. */
export function Comparison({ theirs, mine, names = ['Saved version', 'Yours'] }: Props) {
  const changes = compare(versionLines(theirs), versionLines(mine));
  if (changes.every(({ kind }) => kind === 'same')) {
    return <p className="text-muted text-sm">Both versions read and look the same.</p>;
  }
  return (
    <table className="comparison wrap-anywhere w-full table-fixed border-collapse text-sm">
      <thead>
        <tr>
          <th scope="col">{names[0]}</th>
          <th scope="col">{names[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rowsOf(changes).map((row, index) =>
          typeof row === 'number' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are never reordered
            <tr key={index}>
              <td colSpan={2} className="bg-sunken text-center text-muted text-xs">
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
  return (
    <td data-side={props.side}>
      {kind !== '' && (
        <>
          <Kind className={Kind === 'span' ? 'text-muted text-xs' : 'text-xs'}>{kind}:</Kind>{' '}
        </>
      )}
      {compare(other?.words ?? [], words)
        .filter((change) => change.kind !== 'removed')
        .map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: never reordered
          <Words key={index} change={change} />
        ))}
    </td>
  );
}

/** Plain text for equal words; marked text with its formats for different ones. */
function Words({ change }: { change: Change }) {
  const words = change.items.map((item) => JSON.parse(item) as Word);
  if (change.kind === 'same') return words.map(({ text }) => text).join('');
  return mergeWords(words).map(({ text, formats }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: never reordered
    <mark key={index}>
      {text}
      {formats !== '' && <small> ({formats})</small>}
    </mark>
  ));
}

function mergeWords(words: Word[]): Word[] {
  const runs: Word[] = [];
  for (const { text, formats } of words) {
    const last = runs.at(-1);
    if (last?.formats === formats) last.text += text;
    else runs.push({ text, formats });
  }
  return runs;
}
