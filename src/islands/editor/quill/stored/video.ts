/** Returns the title that a video has if nobody gives it another one. */
export function defaultTitle(src: string): string {
  return src.includes('vimeo') ? 'Vimeo video' : 'YouTube video';
}

export function isDefaultTitle(title: string, src: string): boolean {
  return title === '' || title === defaultTitle(src);
}
