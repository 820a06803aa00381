import { isoDate, shortDate } from '../../../lib/format.ts';

interface Props {
  label: string;
  date: string;
  /** Shows the label also where the column's heading says it. */
  shown?: boolean;
}

export function RowDate({ label, date, shown = false }: Props) {
  return (
    <p className="whitespace-nowrap text-muted text-xs">
      <span className={shown ? '' : '@4xl:sr-only'}>{label} </span>
      <time dateTime={isoDate(date)}>{shortDate(date)}</time>
    </p>
  );
}
