import { countedAs } from '../../api/contract/pages.ts';

/**
 * Says that this page is being read, without cookies and without anything that identifies the
 * reader. Skips readers who ask not to be tracked, users who write here, and copies of the site
 * elsewhere, which may have no server: the browser would log an error.
 */
export function countView(): void {
  const { navigator: nav, document: page, location: here } = window;
  const refuses = nav.doNotTrack === '1' || Reflect.get(nav, 'globalPrivacyControl') === true;
  if (refuses || page.documentElement.dataset.role) return;
  if (countedAs(here.pathname) === undefined) return;
  const home = page.querySelector<HTMLMetaElement>('meta[property="og:url"]')?.content ?? '';
  if (!`${home}/`.startsWith(`${here.origin}/`)) return;
  const send = () => {
    const from = page.referrer.split('/')[2] ?? '';
    const body = JSON.stringify({ path: here.pathname, from });
    nav.sendBeacon('/api/views', new Blob([body], { type: 'application/json' }));
  };
  // A page that was loaded in advance, or in the background, counts when it's shown.
  if (page.visibilityState === 'visible') send();
  else page.addEventListener('visibilitychange', send, { once: true });
}
