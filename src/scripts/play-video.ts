/**
 * Lets the player run and open the video's page, but not navigate this one. It needs its own origin
 * for its storage; because that isn't ours, it can't remove the sandbox.
 */
const SANDBOX =
  'allow-popups allow-popups-to-escape-sandbox allow-presentation allow-same-origin allow-scripts';

for (const link of document.querySelectorAll<HTMLAnchorElement>('.prose .video-link')) {
  link.onclick = (event) => {
    // The reader wants the video's page in a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const { player = '', title = '' } = link.dataset;
    const address = new URL(player);
    address.searchParams.set('autoplay', '1');
    const frame = document.createElement('iframe');
    frame.title = title;
    frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
    frame.referrerPolicy = 'strict-origin-when-cross-origin';
    frame.sandbox.value = SANDBOX;
    frame.src = address.href;
    link.replaceWith(frame);
    frame.focus();
  };
}
