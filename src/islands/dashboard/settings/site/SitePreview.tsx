import { useEffect, useRef, useState } from 'react';
import { respond } from '../../../../lib/api.ts';
import { allowFrames } from '../../../../lib/trusted-types.ts';
import { $theme, type Theme } from '../../../../stores/root.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Spinner } from '../../../ui/Button.tsx';
import { PageFrame } from '../../../ui/PageFrame.tsx';
import { requestMessage } from '../../../ui/request.ts';
import { Switch, THEMES } from '../../../ui/Switch.tsx';
import { useLatestRequest } from '../../../ui/useLatestRequest.ts';
import { useRecentPosts } from '../../data.tsx';
import { SECTIONS } from './sections.ts';
import { fieldError, type SiteChange } from './site-fields.ts';

const PAUSE_MS = 600;
const WIDTHS = [
  { value: 375, label: 'Phone', icon: 'smartphone' },
  { value: 1280, label: 'Desktop', icon: 'monitor' },
] as const;

/** Pages as they would be with changes that aren't saved. The server renders them. */
export function SitePreview({ changes }: { changes: SiteChange }) {
  const [path, setPath] = useState('/');
  const [width, setWidth] = useState<375 | 1280>(375);
  const [theme, setTheme] = useState<Theme>($theme.get());
  const [newest] = useRecentPosts().data?.posts ?? [];
  const pages = [
    { value: '/', label: 'Home' },
    ...(newest ? [{ value: `/post/${newest.slug}`, label: 'Newest post' }] : []),
  ];
  return (
    <section aria-label="Preview" className="panel grid grid-cols-1 gap-3 p-3">
      <div className="flex flex-wrap gap-2">
        <Switch label="Page" value={path} onChange={setPath} choices={pages} />
        <Switch label="Width" value={width} onChange={setWidth} choices={WIDTHS} />
        <Switch label="Theme" value={theme} onChange={setTheme} choices={THEMES} />
      </div>
      <RenderedPage key={path} {...{ path, changes, width, theme }} />
      <p className="text-muted text-xs">Visitors see changes after you save them.</p>
    </section>
  );
}

interface PageProps {
  path: string;
  changes: SiteChange;
  width: number;
  theme: Theme;
}

function RenderedPage({ path, changes, width, theme }: PageProps) {
  const { html, error } = useRendered(path, changes);
  const { box, scale } = useScale(width);
  return (
    <>
      {error !== undefined && <Alert>{messageOf(error)}</Alert>}
      <div
        ref={box}
        className={`flex h-[60dvh] min-h-64 overflow-hidden xl:h-[calc(100dvh-20.5rem)] rounded-md border border-line bg-paper ${error === undefined ? '' : 'opacity-60'}`}
      >
        {html === null && error === undefined && (
          <Spinner label="Rendering the page" className="m-auto" />
        )}
        {html !== null && (
          <PageFrame
            title="Preview of the site"
            className="shrink-0 bg-paper"
            style={{
              width,
              height: `${100 / scale}%`,
              transform: `scale(${scale})`,
              transformOrigin: 'top left',
              marginInline: scale === 1 ? 'auto' : undefined,
            }}
            page={html}
            theme={theme}
          />
        )}
      </div>
    </>
  );
}

/** Renders a page after a pause in the changes. Ignores all responses but the last. */
function useRendered(path: string, changes: SiteChange) {
  const [result, setResult] = useState<{ html: string | null; error?: unknown }>({ html: null });
  const { run } = useLatestRequest();
  const pause = useRef(0);
  const body = JSON.stringify({ path, site: changes });
  useEffect(allowFrames, []);
  useEffect(() => {
    const render = async (signal: AbortSignal) =>
      (await respond('POST /api/settings/site/preview', { body: JSON.parse(body), signal })).text();
    const timer = setTimeout(() => {
      void run(render, {
        onSuccess: (html) => setResult({ html }),
        onError: (error) => setResult(({ html }) => ({ html, error })),
      });
    }, pause.current);
    pause.current = PAUSE_MS;
    return () => clearTimeout(timer);
  }, [body, run]);
  return result;
}

/** Returns how much smaller a page of this width has to be to fit into `box`. */
function useScale(width: number) {
  const box = useRef<HTMLDivElement>(null);
  const [available, setAvailable] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setAvailable(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, scale: available === 0 ? 1 : Math.min(1, available / width) };
}

const FIELDS = SECTIONS.flatMap(({ fields }) => fields);

function messageOf(error: unknown): string {
  const message = requestMessage(error);
  return fieldError(FIELDS, message)?.text ?? message;
}
