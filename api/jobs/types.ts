import type { JobKind } from '../../db/queries/jobs.ts';
import type { PagePreview, PreviewDraft } from '../contract/publish.ts';
import type { ErrorCode } from '../contract/responses.ts';
import type { UploadedPicture } from '../contract/uploads.ts';

interface PreviewedPage {
  status: number;
  contentType: string;
  body: string;
}

/** Input and result of each kind of job. Stored as JSON. */
export interface JobKinds extends Record<JobKind, { task: unknown; result: unknown }> {
  /** Renders an unsaved post. */
  preview: { task: PreviewDraft; result: PreviewedPage };
  /** Renders a page with settings of the site that aren't stored. */
  'page-preview': { task: PagePreview; result: PreviewedPage };
  /** Decodes and publishes the upload stored under `name`. */
  upload: {
    /** The hash of the caller's session, which must still be valid when the picture is stored. */
    task: { name: string; sessionHash: string };
    result: UploadedPicture;
  };
  /** Copies the picture of a Google account. No call waits for it. */
  avatar: { task: { address: string }; result: null };
}

export type JobOutcome<Kind extends JobKind = JobKind> =
  | { result: JobKinds[Kind]['result'] }
  | {
      refusal: {
        statusCode: number;
        message: string;
        headers: Record<string, string>;
        code?: ErrorCode | undefined;
      };
    };
