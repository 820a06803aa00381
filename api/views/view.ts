/** A view of a page. */
export interface View {
  /** The slug of a post, or empty. */
  slug: string;
  /** The host of the previous page, as sent by the browser. */
  from: string;
  /** The client's address. Never stored. */
  address: string;
  userAgent: string;
}
