import { one } from './comments/dom.ts';

/** How many stories a post page shows (spec, section 9). */
const STORIES = 3;

/**
 * Shows the newest posts below a post once the list comes into view. The home page always has
 * them, as cards. If it can't be read, those in this page stay.
 */
const list = one(document, '[aria-labelledby="stories-title"] .post-grid');
const observer = new IntersectionObserver((entries) => {
  if (!entries.some((entry) => entry.isIntersecting)) return;
  observer.disconnect();
  // Not `fetch`: with Trusted Types, only this parses a page.
  const request = new XMLHttpRequest();
  request.open('GET', '/');
  request.responseType = 'document';
  request.onload = () => {
    if (request.status === 200 && request.responseXML) show(request.responseXML);
  };
  request.send();
});
observer.observe(list);

function show(home: Document): void {
  const cards = home.querySelectorAll('[aria-labelledby="recent-title"] .post-grid > li');
  const newest = [...cards].slice(0, STORIES);
  if (newest.length > 0 && addresses(newest) !== addresses([...list.children])) {
    list.replaceChildren(...newest.map((card) => document.adoptNode(card)));
  }
}

const addresses = (cards: Element[]) =>
  cards.map((card) => card.querySelector('a')?.getAttribute('href')).join(' ');
