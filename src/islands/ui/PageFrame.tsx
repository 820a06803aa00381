import { type CSSProperties, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Theme } from '../../stores/root.ts';
import { Spinner } from './Button.tsx';

interface FrameProps {
  title: string;
  className: string;
  page: string;
  theme: Theme;
  isNarrow?: boolean;
  style?: CSSProperties;
}

/**
 * A rendered page in a frame. No sandbox: the page is sanitized like the published one, and
 * `srcdoc` inherits this page's policy. A sandbox would only keep videos and fonts from loading.
 * A new page is scrolled to where the one before it was.
 */
export function PageFrame({ title, className, page, theme, isNarrow = false, style }: FrameProps) {
  const [isShown, setIsShown] = useState(false);
  const place = useRef(0);
  const frame = useRef<HTMLIFrameElement>(null);
  const latestTheme = useRef(theme);
  latestTheme.current = theme;
  // Changing the theme doesn't reload the page, but each page starts with the current theme.
  const { html, styles } = useMemo(() => splitStyles(page, latestTheme.current), [page]);
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
        style={style}
        srcDoc={html}
        data-narrow={isNarrow || undefined}
        hidden={!isShown}
        onLoad={() => {
          applyTheme();
          applyStyles(frame.current, styles);
          frame.current?.contentDocument?.addEventListener('click', openInNewTab);
          frame.current?.contentDocument?.addEventListener('keydown', passOn);
          keepPlace(frame.current, place);
          setIsShown(true);
        }}
      />
    </>
  );
}

/**
 * Sets the theme, and separates the styles: the frame inherits this page's policy, which forbids
 * style elements. The page's own policy would be a second one, and Firefox doesn't apply its 'self'
 * to `srcdoc`, so that nothing could load.
 */
function splitStyles(page: string, theme: Theme) {
  const styles: string[] = [];
  const html = page
    .replace(/(<html\b[^>]* data-theme=)"light"/i, `$1"${theme}"`)
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

/** Scrolls a loaded page to where the one before it was, and notes where it's scrolled. */
function keepPlace(frame: HTMLIFrameElement | null, place: RefObject<number>): void {
  const view = frame?.contentWindow;
  if (!view) return;
  view.scrollTo({ top: place.current, behavior: 'instant' });
  view.document.addEventListener('scroll', () => {
    place.current = view.scrollY;
  });
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
