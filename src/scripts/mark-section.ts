/** Marks the section being read in the contents of a post, in browsers where CSS can't do it. */
if (!CSS.supports('scroll-target-group', 'auto')) {
  const links = new Map<Element, Element>();
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.toc a')) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (heading) links.set(heading, link);
  }
  // The section whose heading was the last to pass the upper third of the window.
  const observer = new IntersectionObserver(
    () => {
      let current: Element | undefined;
      for (const [heading, link] of links) {
        if (heading.getBoundingClientRect().top < innerHeight / 3) current = link;
      }
      for (const link of links.values()) {
        if (link === current) link.ariaCurrent = 'true';
        else link.removeAttribute('aria-current');
      }
    },
    { rootMargin: '0px 0px -67%' },
  );
  for (const heading of links.keys()) observer.observe(heading);
}
