import type { MediaList, MediaQuery } from '../../api/contract/media.ts';
import type { Success } from '../../api/contract/responses.ts';
import { type CallOptions, json } from './api.ts';

/** The calls of the media library. Like those of `api`, they throw an ApiFailure. */
export const mediaApi = {
  list: (query: MediaQuery, options?: CallOptions) =>
    json<MediaList>('GET /api/media/getpictures', { query, ...options }),
  describe: (body: { url: string; alt: string }) => json<Success>('PUT /api/media/alt', { body }),
  delete: (url: string) => json<Success>('DELETE /api/media/delete', { body: { url } }),
};
