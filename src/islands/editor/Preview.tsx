import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import type { IconName } from '../../icons/icons.ts';
import { api } from '../../lib/api.ts';
import { $theme, type Theme } from '../../stores/root.ts';
import { Spinner } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import type { PostValues } from './form-state.ts';
import { LoadFailure } from './problems.tsx';
import { useLoad } from './useLoad.ts';

interface Props {
  open: boolean;
  values: () => PostValues;
  onSignIn: () => void;
  onClose: () => void;
}

/** Shows the post as it will look, in both themes and on a phone. The server renders the page. */
export function Preview({ open, values, onSignIn, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Preview" className="dialog-full">
      <PreviewContent values={values} onSignIn={onSignIn} onClose={onClose} />
    </Dialog>
  );
}

function PreviewContent({ values, onSignIn, onClose }: Omit<Props, 'open'>) {
  const [theme, setTheme] = useState<Theme>($theme.get());
  const [isNarrow, setIsNarrow] = useState(false);
  const [isShown, setIsShown] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const { data, error, load } = useLoad(async (signal) =>
    splitStyles((await api.previewPost(values(), { signal })).page),
  );
  const applyTheme = () => {
    const root = frame.current?.contentDocument?.documentElement;
    if (root) root.dataset.theme = theme;
  };
  useEffect(applyTheme, [theme]);

  return (
    <>
      <div className="flex items-center justify-end gap-2 p-2 max-md:justify-between">
        <Switch label="Theme" value={theme} onChange={setTheme} choices={THEMES} />
        <Switch
          label="Width"
          value={isNarrow ? 'phone' : 'desktop'}
          onChange={(width) => setIsNarrow(width === 'phone')}
          choices={WIDTHS}
          className="max-md:hidden"
        />
        <button type="button" className="icon-btn" aria-label="Close the preview" onClick={onClose}>
          <Icon name="x" size={20} />
        </button>
      </div>
      <div className="col-span-full flex justify-center border-line border-t">
        {!isShown && !error && <Spinner label="Loading the preview" className="m-auto" />}
        {error !== undefined && (
          <div className="m-auto w-[min(32rem,100%-2.5rem)] rounded-2xl bg-raised">
            <LoadFailure
              title="The preview couldn't be loaded"
              error={error}
              onSignIn={onSignIn}
              onRetry={load}
            />
          </div>
        )}
        {data && (
          /* No sandbox: the page is sanitized like the published one, and `srcdoc` inherits this page's
             policy. A sandbox would only keep videos and fonts from loading. */
          <iframe
            ref={frame}
            title="Preview of the post"
            className="preview-frame"
            srcDoc={data.html}
            data-narrow={isNarrow || undefined}
            hidden={!isShown}
            onLoad={() => {
              applyTheme();
              applyStyles(frame.current, data.styles);
              frame.current?.contentDocument?.addEventListener('click', openInNewTab);
              setIsShown(true);
            }}
          />
        )}
      </div>
    </>
  );
}

/**
 * Separates the styles: the frame inherits this page's policy, which forbids style elements. The page's
 * own policy would be a second one, and Firefox doesn't apply its 'self' to `srcdoc`, so that nothing
 * could load.
 */
export function splitStyles(page: string) {
  const styles: string[] = [];
  const html = page
    .replace(/<meta http-equiv="content-security-policy"[^>]*>/gi, '')
    .replace(/<style\b[^>]*>([\s\S]*?)<\/style>/gi, (_, css: string) => {
      styles.push(css);
      return '';
    });
  return { html, styles };
}

/** Applies styles as constructed sheets, which the policy allows. */
export function applyStyles(frame: HTMLIFrameElement | null, styles: readonly string[]): void {
  const view = frame?.contentWindow as (Window & typeof globalThis) | null | undefined;
  if (!view) return;
  view.document.adoptedStyleSheets = styles.map((css) => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  });
}

const THEMES = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
] as const;
const WIDTHS = [
  { value: 'desktop', label: 'Desktop', icon: 'monitor' },
  { value: 'phone', label: 'Phone', icon: 'smartphone' },
] as const;

interface SwitchProps<T extends string> {
  label: string;
  value: T;
  choices: readonly { value: T; label: string; icon: IconName }[];
  onChange: (value: T) => void;
  className?: string;
}

function Switch<T extends string>(props: SwitchProps<T>) {
  const { label, value, choices, onChange, className = '' } = props;
  return (
    <fieldset className={`flex rounded-xl border border-line bg-raised p-0.75 ${className}`}>
      <legend className="sr-only">{label}</legend>
      {choices.map(({ value: own, label: name, icon }) => (
        <button
          key={own}
          type="button"
          className="preview-choice"
          aria-pressed={own === value}
          onClick={() => onChange(own)}
        >
          <Icon name={icon} size={16} />
          {name}
        </button>
      ))}
    </fieldset>
  );
}

export function openInNewTab(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  if (!link) return;
  const href = link.getAttribute('href') ?? '';
  event.preventDefault();
  if (href.startsWith('#')) link.ownerDocument.getElementById(href.slice(1))?.scrollIntoView();
  else window.open(link.href, '_blank', 'noopener');
}
