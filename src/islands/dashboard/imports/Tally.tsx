import type { RehearsalSummary } from '../../../../api/contract/imports.ts';

/** The lines of a tally, such as "posts: 56 added, 2 left out". */
export function Tally({ summary: { tally } }: { summary: RehearsalSummary }) {
  return (
    <dl className="mt-4 grid gap-x-6 gap-y-2 text-sm @xl:grid-cols-2">
      {tally.map((line) => {
        const [, name = '', value = ''] = /^([^:]*): *(.*)$/s.exec(line) ?? [];
        return (
          <div key={line} className="flex flex-wrap gap-x-2 border-line border-t pt-2">
            <dt className="grow font-semibold">{capitalized(name || line)}</dt>
            <dd className="text-soft tabular-nums">{value}</dd>
          </div>
        );
      })}
    </dl>
  );
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
