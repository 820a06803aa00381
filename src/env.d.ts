/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** Set by `renderPreview` for the preview page. */
    draft?: import('../api/contract/publish.ts').PreviewDraft;
    /** Set by `renderUpcoming` for the page of a post that isn't public yet. */
    upcoming?: import('./lib/data.ts').PostPage;
  }
}
