import type { ClientDirective } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Distance from the viewport, as a CSS length. */
    'client:near'?: string;
  }
}

/**
 * Hydrates an island when it comes near the viewport, like `client:visible`. For signed-in users it
 * hydrates at once: they come to write.
 */
const near: ClientDirective = (load, { value }, element) => {
  const hydrate = async () => (await load())();
  // Set by first-paint.js.
  if (document.documentElement.hasAttribute('data-signed-in')) {
    void hydrate();
    return;
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      void hydrate();
    },
    { rootMargin: value },
  );
  for (const child of element.children) observer.observe(child);
};

export default near;
