import { type ReactNode, useId } from 'react';
import { Loaded } from '../../ui/Loaded.tsx';

interface Props<T> {
  /** For links to the panel. */
  id?: string;
  title: string;
  /** Next to the title. Describe a link with `titleId`. */
  action?: (titleId: string) => ReactNode;
  query: Parameters<typeof Loaded<T>>[0]['query'];
  skeleton?: ReactNode;
  className?: string;
  children: (data: T) => ReactNode;
}

/** A titled panel of the overview with its loading and error states. */
export function Panel<T>({ id, title, action, className = '', ...content }: Props<T>) {
  const titleId = useId();
  return (
    <section id={id} aria-labelledby={titleId} className={`panel px-5 pt-3 pb-4 ${className}`}>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <h2 id={titleId} className="font-sans font-semibold text-base tracking-normal">
          {title}
        </h2>
        {action?.(titleId)}
      </div>
      <Loaded compact {...content} />
    </section>
  );
}
