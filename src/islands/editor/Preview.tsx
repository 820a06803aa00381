import { useEffect, useMemo, useRef, useState } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import type { IconName } from '../../icons/icons.ts';
import { call } from '../../lib/api.ts';
import { $theme, type Theme } from '../../stores/root.ts';
import { Spinner } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import type { PostValues } from './form-state.ts';
import { Loading } from './problems.tsx';
import { useLoad } from './useLoad.ts';

interface Props {
  values: () => PostValues;
  onSignIn: () => void;
  onClose: () => void;
}

/** Shows the post as it will look, in both themes and on a phone. The server renders the page. */
export function Preview(props: Props) {
  return (
    <Dialog open onClose={props.onClose} title="Preview" className="dialog-full">
      <PreviewContent {...props} />
    </Dialog>
  );
}

function PreviewContent({ values, onSignIn, onClose }: Props) {
  const [theme, setTheme] = useState<Theme>($theme.get());
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop');
  const request = useLoad(
    async (signal) => await call('POST /api/post/preview', { body: values(), signal }),
  );
  return (
    <>
      <div className="flex items-center justify-end gap-2 p-2 max-md:justify-between">
        <Switch label="Theme" value={theme} onChange={setTheme} choices={THEMES} />
        <Switch
          label="Width"
          value={width}
          onChange={setWidth}
          choices={WIDTHS}
          className="max-md:hidden"
        />
        <button type="button" className="icon-btn" aria-label="Close the preview" onClick={onClose}>
          <Icon name="x" size={20} />
        </button>
      </div>
      <div
        className="col-span-full flex justify-center border-line border-t"
        data-failed={request.error !== undefined || undefined}
      >
        <Loading request={request} name="the preview" spinner="m-auto" onSignIn={onSignIn}>
          {({ page }) => (
            <PageFrame
              title="Preview of the post"
              className="preview-frame"
              page={page}
              theme={theme}
              isNarrow={width === 'phone'}
            />
          )}
        </Loading>
      </div>
    </>
  );
}

interface FrameProps {
  title: string;
  className: string;
  page: string;
  theme: Theme;
  isNarrow?: boolean;
}

/**
 * A rendered post in a frame. No sandbox: the page is sanitized like the published one, and
 * `srcdoc` inherits this page's policy. A sandbox would only keep videos and fonts from loading.
 */
export function PageFrame({ title, className, page, theme, isNarrow = false }: FrameProps) {
  const [isShown, setIsShown] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const { html, styles } = useMemo(() => splitStyles(page), [page]);
  const applyTheme = () => {
    const root = frame.current?.contentDocument?.documentElement;
    if (root) root.dataset.theme = theme;
  };
  useEffect(applyTheme, [theme]);
  return (
    <>
      {!isShown && <Spinner label="Rendering the page" className="m-auto" />}
      <iframe
        ref={frame}
        title={title}
        className={className}
        srcDoc={html}
        data-narrow={isNarrow || undefined}
        hidden={!isShown}
        onLoad={() => {
          applyTheme();
          applyStyles(frame.current, styles);
          frame.current?.contentDocument?.addEventListener('click', openInNewTab);
          frame.current?.contentDocument?.addEventListener('keydown', passOn);
          setIsShown(true);
        }}
      />
    </>
  );
}

/**
 * Separates the styles: the frame inherits this page's policy, which forbids style elements. The
 * page's own policy would be a second one, and Firefox doesn't apply its 'self' to `srcdoc`, so
 * that nothing could load.
 */
function splitStyles(page: string) {
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
function applyStyles(frame: HTMLIFrameElement | null, styles: readonly string[]): void {
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
  choices: readonly { value: T; label: string; icon?: IconName }[];
  onChange: (value: T) => void;
  className?: string;
}

export function Switch<T extends string>(props: SwitchProps<T>) {
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
          {icon && <Icon name={icon} size={16} />}
          {name}
        </button>
      ))}
    </fieldset>
  );
}

function openInNewTab(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  if (!link) return;
  const href = link.getAttribute('href') ?? '';
  event.preventDefault();
  if (href.startsWith('#')) link.ownerDocument.getElementById(href.slice(1))?.scrollIntoView();
  else window.open(link.href, '_blank', 'noopener');
}

/** Ctrl+S works here, too, instead of opening the browser's dialog. */
function passOn(event: KeyboardEvent): void {
  const isForPage = !document.dispatchEvent(new KeyboardEvent('keydown', event));
  if (isForPage) event.preventDefault();
}
