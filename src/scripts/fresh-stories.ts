import { one } from './dom.ts';

/** How many stories a post page shows (spec, section 9). */
const STORIES = 3;

/**
 * Shows the newest other posts below a post once the list comes into view. A small page has their
 * cards. If it can't be read, those in this page stay.
 */
const list = one(document, '[aria-labelledby="stories-title"] .post-grid');
const observer = new IntersectionObserver((entries) => {
  if (!entries.some((entry) => entry.isIntersecting)) return;
  observer.disconnect();
  // Not `fetch`: with Trusted Types, only this parses a page.
  const request = new XMLHttpRequest();
  request.open('GET', '/recent-stories');
  request.responseType = 'document';
  request.onload = () => {
    if (request.status === 200 && request.responseXML) show(request.responseXML);
  };
  request.send();
});
observer.observe(list);

function show(page: Document): void {
  const own = location.pathname.replace(/\/$/, '');
  const cards = [...page.querySelectorAll('.post-grid > li')]
    .filter((card) => card.querySelector('a')?.pathname !== own)
    .slice(0, STORIES);
  const text = cards.map(({ textContent }) => textContent).join('');
  if (text !== '' && text !== list.textContent) list.replaceChildren(...cards);
}
