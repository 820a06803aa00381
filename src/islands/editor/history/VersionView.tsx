import { useState } from 'react';
import type {
  Document,
  DocumentKind,
  RevisionContent,
} from '../../../../api/contract/documents.ts';
import { call } from '../../../lib/api.ts';
import { $theme } from '../../../stores/root.ts';
import { PageFrame } from '../../ui/PageFrame.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { Comparison } from '../Comparison.tsx';
import type { PostValues } from '../form-state.ts';
import { Loading } from '../problems.tsx';
import { useLoad } from '../useLoad.ts';

const VIEWS = [
  { value: 'changes', label: 'Changes' },
  { value: 'pages', label: 'Side by side' },
] as const;

/**
 * Compares a version with the current one: the words that differ, or both as readers would see
 * them.
 */
export function VersionView({ version, current }: { version: RevisionContent; current: Document }) {
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('changes');
  const { kind } = current;
  const [old, now] = [valuesOf(kind, version), valuesOf(kind, current)];
  return (
    <>
      <Switch label="View" value={view} onChange={setView} choices={VIEWS} className="my-4 w-fit" />
      {view === 'changes' ? (
        <Comparison theirs={old} mine={now} names={['This version', 'Current version']} />
      ) : (
        <div className="grid gap-4 lg:grid-cols-2">
          <Rendered title="This version" kind={kind} values={old} />
          <Rendered title="Current version" kind={kind} values={now} />
        </div>
      )}
    </>
  );
}

function valuesOf(
  kind: DocumentKind,
  { title, category: chosen, content, ...others }: PostValues,
): PostValues {
  const { image, imageAlt, imageFocus, language } = others;
  const cover = { image, imageAlt, imageFocus };
  const category = kind === 'page' ? '' : chosen || 'uncategorized';
  return { title, category, ...cover, language, content };
}

interface RenderedProps {
  title: string;
  kind: DocumentKind;
  values: PostValues;
}

function Rendered({ title, kind, values }: RenderedProps) {
  const request = useLoad((signal) =>
    call('POST /api/post/preview', { body: { ...values, kind }, signal }),
  );
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 font-semibold text-sm">{title}</figcaption>
      <Loading request={request} name="the page">
        {({ page }) => (
          <PageFrame
            title={title}
            className="h-[60dvh] w-full rounded-xl border border-line bg-paper"
            page={page}
            theme={$theme.get()}
          />
        )}
      </Loading>
    </figure>
  );
}
