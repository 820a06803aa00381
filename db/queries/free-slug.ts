const MAX_SLUG_LENGTH = 80;
/** Number of slugs tried per query. */
const SLUGS_AT_ONCE = 10;

/** Returns the first of `base`, `base-2`, `base-3`… that isn't taken. */
export async function firstFree(
  base: string,
  findTaken: (wanted: string[]) => Promise<ReadonlySet<string>>,
  maxLength = MAX_SLUG_LENGTH,
): Promise<string> {
  for (let n = 1; ; n += SLUGS_AT_ONCE) {
    const wanted = Array.from({ length: SLUGS_AT_ONCE }, (_, at) =>
      numbered(base, n + at, maxLength),
    );
    const taken = await findTaken(wanted);
    const free = wanted.find((slug) => !taken.has(slug));
    if (free !== undefined) return free;
  }
}

function numbered(base: string, n: number, maxLength: number): string {
  const end = n === 1 ? '' : `-${n}`;
  return (base.slice(0, maxLength - end.length).replace(/-+$/, '') || 'post') + end;
}
