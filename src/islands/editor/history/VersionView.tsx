import { useRef, useState } from 'react';
import type { Document, RevisionContent } from '../../../../api/contract/documents.ts';
import { api } from '../../../lib/api.ts';
import { goToSignIn } from '../../../lib/navigate.ts';
import { $theme } from '../../../stores/root.ts';
import { Spinner } from '../../ui/Button.tsx';
import { Comparison } from '../Comparison.tsx';
import type { PostValues } from '../form-state.ts';
import { applyStyles, openInNewTab, splitStyles } from '../Preview.tsx';
import { LoadFailure } from '../problems.tsx';
import { useLoad } from '../useLoad.ts';

const VIEWS = [
  { value: 'changes', label: 'Changes' },
  { value: 'pages', label: 'Side by side' },
] as const;

/** Compares a version with the current one: the words that differ, or both as readers would see them. */
export function VersionView({ version, current }: { version: RevisionContent; current: Document }) {
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('changes');
  const [old, now] = [valuesOf(version), valuesOf(current)];
  return (
    <>
      <fieldset className="my-4 flex w-fit rounded-xl border border-line bg-raised p-0.75">
        <legend className="sr-only">View</legend>
        {VIEWS.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            className="preview-choice"
            aria-pressed={value === view}
            onClick={() => setView(value)}
          >
            {label}
          </button>
        ))}
      </fieldset>
      {view === 'changes' ? (
        <Comparison theirs={old} mine={now} names={['This version', 'Current version']} />
      ) : (
        <div className="grid gap-4 lg:grid-cols-2">
          <Rendered title="This version" values={old} />
          <Rendered title="Current version" values={now} />
        </div>
      )}
    </>
  );
}

function valuesOf({ title, category, image, imageAlt, content }: PostValues): PostValues {
  return { title, category: category || 'uncategorized', image, imageAlt, content };
}

/** A version as its page would look. */
function Rendered({ title, values }: { title: string; values: PostValues }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { data, error, load } = useLoad(async (signal) =>
    splitStyles((await api.previewPost(values, { signal })).page),
  );
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 font-semibold text-sm">{title}</figcaption>
      {error !== undefined && (
        <LoadFailure
          title="The page couldn't be rendered"
          error={error}
          onSignIn={() => goToSignIn()}
          onRetry={load}
        />
      )}
      {!data && error === undefined && <Spinner label="Rendering the page" className="my-8" />}
      {data && (
        <iframe
          ref={frame}
          title={title}
          className="h-[60dvh] w-full rounded-xl border border-line bg-paper"
          srcDoc={data.html}
          onLoad={() => {
            const page = frame.current?.contentDocument;
            if (page) page.documentElement.dataset.theme = $theme.get();
            applyStyles(frame.current, data.styles);
            page?.addEventListener('click', openInNewTab);
          }}
        />
      )}
    </figure>
  );
}
