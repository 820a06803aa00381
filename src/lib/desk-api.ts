import type { Desk } from '../../api/contract/desk.ts';
import type { Success } from '../../api/contract/responses.ts';
import type { ViewDays, ViewStats } from '../../api/contract/views.ts';
import { type CallOptions, json } from './api.ts';

/** The calls of the overview. Like those of `api`, they throw an ApiFailure. */
export const deskApi = {
  desk: (options?: CallOptions) => json<Desk>('GET /api/stats/desk', options),
  /** `at`: that of the desk that was shown. */
  seen: (at: string) => json<Success>('POST /api/stats/seen', { body: { at } }),
  /** Without `postId`, of the whole site. */
  views: (query: { days: ViewDays; postId?: string | undefined }, options?: CallOptions) =>
    json<ViewStats>('GET /api/stats/views', { query, ...options }),
};
