import { isRecord } from './front-matter.ts';

/** Properties of a file. Remembers which were read, so that the report can name the others. */
export class Fields {
  readonly #values: ReadonlyMap<string, unknown>;
  readonly #read = new Set<string>();

  constructor(fields: Record<string, unknown>) {
    this.#values = new Map(Object.entries(fields));
  }

  /** Returns the first value that isn't empty. `a.b` is a property of an object. */
  first(...names: string[]): unknown {
    return names.map((name) => this.#value(name)).find((value) => !isEmpty(value));
  }

  #value(name: string): unknown {
    const [key = '', ...rest] = name.split('.');
    const value = this.#values.get(key);
    const found = rest.reduce<unknown>((at, part) => (isRecord(at) ? at[part] : undefined), value);
    if (!isEmpty(found)) this.#read.add(key);
    return found;
  }

  text(...names: string[]): string {
    return textOf(this.first(...names));
  }

  list(...names: string[]): string[] {
    return listOf(this.first(...names));
  }

  /** Returns the first date, in milliseconds. */
  date(...names: string[]): number | undefined {
    const dates = names.map((name) => dateOf(textOf(this.#values.get(name))));
    const index = dates.findIndex((date) => date !== undefined);
    if (index !== -1) this.#read.add(names[index] ?? '');
    return dates[index];
  }

  isTrue(...names: string[]): boolean {
    return names
      .map((name) => this.#value(name))
      .some((value) => /^(?:true|yes|on|1)$/i.test(textOf(value)));
  }

  isFalse(...names: string[]): boolean {
    return names
      .map((name) => this.#value(name))
      .some((value) => /^(?:false|no|off)$/i.test(textOf(value)));
  }

  /** The fields that haven't been read. */
  get others(): Record<string, unknown> {
    const isOther = ([name, value]: [string, unknown]) => !(this.#read.has(name) || isEmpty(value));
    return Object.fromEntries([...this.#values].filter(isOther));
  }
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}

export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).trim()
    : '';
}

/** Returns a list of texts, or the parts of a text between commas. */
export function listOf(value: unknown): string[] {
  const items = Array.isArray(value) ? value.map(nameOf) : nameOf(value).split(',');
  return [...new Set(items.map((item) => item.trim()).filter(Boolean))];
}

/** A person or a term can be an object with a name. */
function nameOf(value: unknown): string {
  if (!isRecord(value)) return textOf(value);
  return textOf(value.name ?? value.title ?? value.label ?? value.slug);
}

const DATE =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i;

/** Returns a date in milliseconds. Without a time zone, it's UTC. */
export function dateOf(text: string): number | undefined {
  const plain = text.replace(/^\[\[|\]\]$/g, '').replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  const [
    matched,
    year = '',
    month = '',
    day = '',
    hour = '0',
    minute = '00',
    second = '00',
    zone = 'Z',
  ] = DATE.exec(plain) ?? [];
  const two = (part: string) => part.padStart(2, '0');
  const iso = `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}`;
  const offset = /^(?:Z|UTC)$/i.test(zone) ? 'Z' : zone.replace(/^(...)(\d\d)$/, '$1:$2');
  const time = matched === undefined ? otherDate(plain) : Date.parse(iso + offset);
  return Number.isNaN(time) ? undefined : time;
}

/** `Jun 01 2024`, and other formats that JavaScript parses. */
function otherDate(text: string): number {
  if (!/[a-z]{3}|\d\/\d/i.test(text) || !/\d{4}/.test(text)) return Number.NaN;
  return Date.parse(/(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}|\))$/i.test(text) ? text : `${text} UTC`);
}
