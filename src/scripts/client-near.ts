import type { ClientDirective } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** How far from the view, as a CSS length. */
    'client:near'?: string;
  }
}

/**
 * Wakes an island that comes near the view, as `client:visible` does; for somebody who is signed in, at once: they
 * come to write, readers come to read.
 */
const near: ClientDirective = (load, { value }, element) => {
  const wake = async () => {
    const hydrate = await load();
    await hydrate();
  };
  // Set before the first paint (first-paint.js).
  if (document.documentElement.hasAttribute('data-signed-in')) {
    void wake();
    return;
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      void wake();
    },
    { rootMargin: value },
  );
  for (const child of element.children) observer.observe(child);
};

export default near;
