/** A page that someone is reading. */
export interface View {
  /** The slug of a post, or empty. */
  slug: string;
  /** The host of the page before, as the browser says. */
  from: string;
  /** The client's address. Never stored. */
  address: string;
  userAgent: string;
}
