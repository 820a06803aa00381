const COLOR = /^(?:#[0-9a-f]{3,8}|[a-z]{3,24}|(?:rgb|hsl)a?\([\d\s.,%/deg-]{1,60}\))$/i;

/**
 * Adds the author's colors as custom properties too, so that the dark theme can keep them readable.
 */
export function withColors(attributes: Record<string, string>): Record<string, string> {
  const { style, ...rest } = attributes;
  if (style === undefined) return rest;
  const kept: string[] = [];
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim();
    if (!COLOR.test(value)) continue;
    if (property === 'color') kept.push(`color: ${value}`, `--author-color: ${value}`);
    if (property === 'background-color')
      kept.push(`background-color: ${value}`, `--author-ground: ${value}`);
  }
  return kept.length > 0 ? { ...rest, style: kept.join('; ') } : rest;
}
