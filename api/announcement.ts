/**
 * Tells the person at the terminal how a full render ended. `failed` returns how many posts aren't
 * published yet; `say` prints a line.
 */
export function createAnnouncement(failed: () => number, say: (line: string) => void) {
  let isDue = false;
  /** Call it when posts were published. */
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
      if (count === 1) say('All pages but 1 are published. Inkwell is trying it again.');
      else if (count > 1)
        say(`All pages but ${count} are published. Inkwell is trying them again.`);
      check();
    },
  };
}
