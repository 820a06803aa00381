/** The arguments of a tag: `name="value"`, `name: value`, or values alone. */
export interface TagArguments {
  named: Map<string, string>;
  values: string[];
}

const ARGUMENT =
  /(?:([\w-]+)\s*[=:](?!\/\/)\s*)?(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|`([^`]*)`|([^\s,"'`]+))/g;

export function readArguments(text: string): TagArguments {
  const named = new Map<string, string>();
  const values: string[] = [];
  for (const [, name, double, single, raw, bare] of text.matchAll(ARGUMENT)) {
    const quoted = (double ?? single)?.replace(/\\(["'\\])/g, '$1');
    const value = quoted ?? raw ?? bare ?? '';
    if (name === undefined) values.push(value);
    else named.set(name.toLowerCase(), value);
  }
  return { named, values };
}
