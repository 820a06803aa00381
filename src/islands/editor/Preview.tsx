import { Monitor, Moon, Smartphone, Sun, X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import type { Theme } from '../../stores/root.ts';
import { $theme } from '../../stores/root.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { ProblemAlert } from './ProblemAlert.tsx';
import { loadProblem, type Problem } from './problem.ts';
import type { PostValues } from './save.ts';

interface Props {
  open: boolean;
  values: () => PostValues;
  onSignIn: () => void;
  onClose: () => void;
}

/** The post as it will look, in both themes and on a phone, made by the renderer that will publish it. */
export function Preview({ open, values, onSignIn, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Preview" className="dialog-full">
      <Page values={values} onSignIn={onSignIn} onClose={onClose} />
    </Dialog>
  );
}

type Loaded =
  | { state: 'loading' }
  | { state: 'ready'; page: PreviewPage; isShown: boolean }
  | { state: 'failed'; why: Problem };

function Page({ values, onSignIn, onClose }: Omit<Props, 'open'>) {
  const [theme, setTheme] = useState<Theme>($theme.get());
  const [isNarrow, setIsNarrow] = useState(false);
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' });
  const frame = useRef<HTMLIFrameElement>(null);
  const latest = useRef(values);
  latest.current = values;

  const load = useCallback(() => {
    setLoaded({ state: 'loading' });
    api.previewPost(latest.current()).then(
      ({ page }) => setLoaded({ state: 'ready', page: previewPage(page), isShown: false }),
      (error: unknown) => setLoaded({ state: 'failed', why: loadProblem(error) }),
    );
  }, []);
  useEffect(load, [load]);
  const dress = () => {
    const root = frame.current?.contentDocument?.documentElement;
    if (root) root.dataset.theme = theme;
  };
  useEffect(dress, [theme]);

  return (
    <>
      <div className="preview-bar">
        <Switch label="Theme" value={theme} onChange={setTheme} choices={THEMES} />
        <Switch
          label="Width"
          value={isNarrow ? 'phone' : 'desktop'}
          onChange={(width) => setIsNarrow(width === 'phone')}
          choices={WIDTHS}
        />
        <button type="button" className="icon-btn" aria-label="Close the preview" onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </button>
      </div>
      <div className="preview-stage">
        {(loaded.state === 'loading' || (loaded.state === 'ready' && !loaded.isShown)) && (
          <Spinner label="Loading the preview" className="m-auto" />
        )}
        {loaded.state === 'failed' && (
          <Failure why={loaded.why} onSignIn={onSignIn} onRetry={load} />
        )}
        {loaded.state === 'ready' && (
          /* No sandbox: it is the page that will be published, sanitized the same, and `srcdoc` inherits
             the policy of this one; a sandbox would only keep videos and fonts from loading. */
          <iframe
            ref={frame}
            title="The post as it will look"
            srcDoc={loaded.page.html}
            data-narrow={isNarrow || undefined}
            hidden={!loaded.isShown}
            onLoad={() => {
              dress();
              adopt(frame.current, loaded.page.styles);
              frame.current?.contentDocument?.addEventListener('click', openElsewhere);
              setLoaded({ ...loaded, isShown: true });
            }}
          />
        )}
      </div>
    </>
  );
}

/** A page without the styles that stand in it, and these. */
interface PreviewPage {
  html: string;
  styles: string[];
}

/** The policy of this page holds in the frame as well, and forbids style elements that are not its own. */
function previewPage(page: string): PreviewPage {
  const styles: string[] = [];
  const html = page.replace(/<style\b[^>]*>([\s\S]*?)<\/style>/gi, (_, css: string) => {
    styles.push(css);
    return '';
  });
  return { html, styles };
}

function adopt(frame: HTMLIFrameElement | null, styles: readonly string[]): void {
  const view = frame?.contentWindow as (Window & typeof globalThis) | null | undefined;
  if (!view) return;
  view.document.adoptedStyleSheets = styles.map((css) => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  });
}

function Failure(props: { why: Problem; onSignIn: () => void; onRetry: () => void }) {
  const { why, onSignIn, onRetry } = props;
  if (!why.signIn) {
    return (
      <ErrorState title="The preview could not be made" text={why.message} onRetry={onRetry} />
    );
  }
  return (
    <div className="preview-problem">
      <ProblemAlert problem={why} onSignIn={onSignIn} />
    </div>
  );
}

const THEMES = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;
const WIDTHS = [
  { value: 'desktop', label: 'Desktop', icon: Monitor },
  { value: 'phone', label: 'Phone', icon: Smartphone },
] as const;

interface SwitchProps<T extends string> {
  label: string;
  value: T;
  choices: readonly { value: T; label: string; icon: typeof Sun }[];
  onChange: (value: T) => void;
}

function Switch<T extends string>({ label, value, choices, onChange }: SwitchProps<T>) {
  return (
    <fieldset className="preview-switch">
      <legend className="sr-only">{label}</legend>
      {choices.map(({ value: own, label: name, icon: Icon }) => (
        <button key={own} type="button" aria-pressed={own === value} onClick={() => onChange(own)}>
          <Icon size={16} aria-hidden="true" />
          {name}
        </button>
      ))}
    </fieldset>
  );
}

/** A link would lead the preview away from the post. */
function openElsewhere(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  if (!link) return;
  const href = link.getAttribute('href') ?? '';
  event.preventDefault();
  if (href.startsWith('#')) link.ownerDocument.getElementById(href.slice(1))?.scrollIntoView();
  else window.open(link.href, '_blank', 'noopener');
}
