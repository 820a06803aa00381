/**
 * A value of MongoDB's Extended JSON v2, canonical or relaxed, as plain JSON: ids as text, dates as ISO 8601
 * text, numbers as numbers. https://www.mongodb.com/docs/manual/reference/mongodb-extended-json/
 */
export function plainJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainJson);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [only] = entries;
  if (only && entries.length === 1) {
    const known = unwrap(only[0], only[1]);
    if (known !== undefined) return known;
  }
  return Object.fromEntries(entries.map(([key, member]) => [key, plainJson(member)]));
}

function unwrap(key: string, value: unknown): unknown {
  switch (key) {
    case '$oid':
    case '$uuid':
    case '$symbol':
      return String(value);
    case '$date':
      return dateOf(plainJson(value));
    case '$numberInt':
    case '$numberLong':
    case '$numberDouble':
    case '$numberDecimal':
      return Number(value);
    default:
      return undefined;
  }
}

function dateOf(value: unknown): unknown {
  const date = new Date(value as string | number);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
