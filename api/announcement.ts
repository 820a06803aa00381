/**
 * Reports the result of a full render on the terminal. `failed` returns the number of unpublished
 * posts; `say` prints a line.
 */
export function createAnnouncement(failed: () => number, say: (line: string) => void) {
  let isDue = false;
  /** Call it after posts were published. */
  const check = () => {
    if (!isDue || failed() > 0) return;
    isDue = false;
    say('All pages are published');
  };
  return {
    check,
    /** Call it after a full render. */
    rendered() {
      isDue = true;
      const count = failed();
      if (count === 1) say('All pages except 1 are published. Inkwell is retrying it.');
      else if (count > 1) say(`All pages except ${count} are published. Inkwell is retrying them.`);
      check();
    },
  };
}
