/**
 * Says that this page is being read, without cookies and without anything that identifies the reader.
 * Not for those who ask not to be tracked, nor for those who write here. A page that was loaded in
 * advance counts when it's shown. Nobody needs the answer: on a copy without a server there is none.
 */
export function countView(): void {
  const { navigator: nav, document: page, location: here } = window;
  const isPrivate =
    nav.doNotTrack === '1' || ('globalPrivacyControl' in nav && nav.globalPrivacyControl);
  if (isPrivate || page.documentElement.dataset.role) return;
  const read = /^\/($|about|archive|author\/|post\/|search|series\/|tag\/)/;
  if (!read.test(here.pathname)) return;
  const send = () => {
    const from = URL.parse(page.referrer)?.hostname ?? '';
    const body = JSON.stringify({ path: here.pathname, from });
    nav.sendBeacon('/api/views', new Blob([body], { type: 'application/json' }));
  };
  if (page.visibilityState === 'visible') send();
  else page.addEventListener('visibilitychange', send, { once: true });
}
