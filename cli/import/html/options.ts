export interface Picture {
  src: string;
  alt: string;
}

export interface HtmlOptions {
  /** Called with what a post can't hold, and its source. */
  note(what: string, before?: string): void;
  /** Returns the full address of a link; by default, as it is. */
  link?(href: string): string;
  /**
   * Returns the full address of a picture, and its alternative text. Every picture of the content
   * passes through here once.
   */
  picture?(picture: Picture): Picture;
}
