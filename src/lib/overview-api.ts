import type { Overview } from '../../api/contract/overview.ts';
import type { DemoCounts, Success } from '../../api/contract/responses.ts';
import type { ViewDays, ViewStats } from '../../api/contract/views.ts';
import { type CallOptions, json } from './api.ts';

export const overviewApi = {
  overview: (options?: CallOptions) => json<Overview>('GET /api/stats/desk', options),
  /** `at`: that of the overview that was shown. */
  seen: (at: string) => json<Success>('POST /api/stats/seen', { body: { at } }),
  /** Without `postId`, of the whole site. */
  views: (query: { days: ViewDays; postId?: string | undefined }, options?: CallOptions) =>
    json<ViewStats>('GET /api/stats/views', { query, ...options }),
  demo: (options?: CallOptions) => json<DemoCounts>('GET /api/demo/status', options),
  removeDemo: () => json<Success & { removed: DemoCounts }>('POST /api/demo/remove'),
};
