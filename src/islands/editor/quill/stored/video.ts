/** Returns the default title of a video. */
export function defaultTitle(src: string): string {
  return src.includes('vimeo') ? 'Vimeo video' : 'YouTube video';
}

export function isDefaultTitle(title: string, src: string): boolean {
  return title === '' || title === defaultTitle(src);
}
