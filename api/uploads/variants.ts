/** The name of a variant: `1735689600000-a.jpg` at 480 as AVIF is `1735689600000-a-480.avif`. */
export function variantName(name: string, width: number, extension: 'avif' | 'webp'): string {
  return `${name.replace(/\.[^.]+$/, '')}-${width}.${extension}`;
}

/** All files of a picture: itself and its variants. */
export function filesOf(name: string, widths: number[]): string[] {
  return [
    name,
    ...widths.flatMap((width) => [
      variantName(name, width, 'avif'),
      variantName(name, width, 'webp'),
    ]),
  ];
}
