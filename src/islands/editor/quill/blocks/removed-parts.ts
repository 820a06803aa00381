/** Elements that are stored under another name. */
const STORED_AS: Record<string, string> = {
  b: 'strong',
  del: 's',
  i: 'em',
  ins: 'u',
  kbd: 'code',
  samp: 'code',
  strike: 's',
  tt: 'code',
};

/** Returns the names of elements and attributes that the stored form of HTML has fewer of. */
export function removedParts(typed: string, stored: string): string[] {
  const before = partsOf(typed);
  const after = partsOf(stored);
  return [...before]
    .filter(([name, count]) => count > (after.get(name) ?? 0))
    .map(([name]) => name);
}

function partsOf(html: string): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  const { body, head } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of [...head.querySelectorAll('*'), ...body.querySelectorAll('*')]) {
    const name = STORED_AS[element.localName] ?? element.localName;
    add(`<${name}>`);
    for (const attribute of element.attributes) add(attribute.name);
  }
  return counts;
}
