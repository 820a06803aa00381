/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** Set by `renderPreview` for the preview page. */
    draft?: import('../api/contract/publish.ts').PreviewDraft;
  }
}
