import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import type { DocumentList, DocumentSortKey } from '../../../api/contract/documents.ts';
import { ApiFailure, call, respond, setFailureHandler } from '../../../src/lib/api.ts';
import type { Answer, Body, Endpoint, Query } from '../../../src/lib/api-types.ts';

function answer(response: Response | Error) {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => {
    if (response instanceof Error) throw response;
    return response;
  });
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

afterEach(() => vi.unstubAllGlobals());

describe('the API client', () => {
  it('the API client sends JSON with the cookie of this origin', async () => {
    const fetch = answer(Response.json({ success: true, message: 'ok' }));
    await call('POST /api/auth/signup', {
      body: { username: 'ada', email: 'ada@example.com', password: 'x' },
    });
    const [path, init] = fetch.mock.calls[0] ?? [];
    expect(path).toBe('/api/auth/signup');
    expect(init).toMatchObject({
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: '{"username":"ada","email":"ada@example.com","password":"x"}',
    });
  });

  it('the API client encodes parameters into the path, not the query', async () => {
    const fetch = answer(Response.json({ success: true, message: 'ok' }));
    await call('PUT /api/document/revisions/:id/:number', {
      id: 'a/b?c',
      number: 7,
      body: { name: 'First' },
    });
    const [path, init] = fetch.mock.calls[0] ?? [];
    expect(path).toBe('/api/document/revisions/a%2Fb%3Fc/7');
    expect(init).toMatchObject({ method: 'PUT', body: '{"name":"First"}' });
  });

  it("the API client has the types of the server's routes", () => {
    expectTypeOf<'GET /api/document/:id'>().toExtend<Endpoint>();
    expectTypeOf<'GET /api/nothing'>().not.toExtend<Endpoint>();
    expectTypeOf<Body<'PUT /api/comment/editComment/:commentId'>>().toEqualTypeOf<{
      content: string;
    }>();
    expectTypeOf<Query<'GET /api/document/getdocuments'>['sortBy']>().toEqualTypeOf<
      DocumentSortKey | '' | number | undefined
    >();
    expectTypeOf<Answer<'GET /api/document/getdocuments'>>().toEqualTypeOf<DocumentList>();
    // @ts-expect-error the server requires the content
    const unsent = () => call('POST /api/comment/create', { body: { postId: 'p', userId: 'u' } });
    // @ts-expect-error the path has a parameter
    const lost = () => call('GET /api/document/:id');
    expect([unsent, lost]).toHaveLength(2);
  });

  it('the API client leaves empty and absent parameters out of the query', async () => {
    const fetch = answer(Response.json({ posts: [], totalPosts: 0, lastMonthPosts: 0 }));
    await call('GET /api/post/getposts', {
      query: { searchTerm: '', category: undefined, startIndex: 0, limit: 9 },
    });
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/post/getposts?startIndex=0&limit=9');
  });

  it('the API client throws an error response with its status, message and Retry-After', async () => {
    const refusal = { success: false, statusCode: 429, message: 'Too many attempts.' };
    answer(Response.json(refusal, { status: 429, headers: { 'retry-after': '30' } }));
    const failure = await call('POST /api/auth/signin', {
      body: { email: 'a', password: 'b' },
    }).catch((error) => error);
    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({ status: 429, message: 'Too many attempts.', retryAfter: 30 });
  });

  it('the API client throws the text of the exception if there is no response', async () => {
    answer(new TypeError('Failed to fetch'));
    const failure = await call('GET /api/auth/session').catch((error) => error);
    expect(failure).toMatchObject({ name: 'ApiFailure', status: 0, message: 'Failed to fetch' });
  });

  it("the API client has a message for a response that isn't JSON", async () => {
    answer(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    const failure = await call('GET /api/auth/session').catch((error) => error);
    expect(failure).toMatchObject({ status: 502, message: expect.stringMatching(/try again/) });
  });

  it('the API client throws the reason of an abort', async () => {
    const abort = new AbortController();
    abort.abort(new DOMException('gone', 'AbortError'));
    answer(abort.signal.reason);
    const failure = await call('GET /api/auth/session', { signal: abort.signal }).catch(
      (error) => error,
    );
    expect(failure).toMatchObject({ name: 'AbortError' });
  });

  it('the API client returns a response that is unchanged since an earlier one', async () => {
    const fetch = answer(new Response(null, { status: 304 }));
    const response = await respond('GET /api/comment/getthreads/:postId', {
      postId: 'p1',
      etag: '"abc"',
    });
    expect(response.status).toBe(304);
    expect(fetch.mock.calls[0]?.[1].headers).toMatchObject({ 'if-none-match': '"abc"' });
  });

  it('the API client sends a call once more if its failure was handled', async () => {
    const refusal = {
      success: false,
      message: "Please confirm that it's you.",
      code: 'reauthenticate',
    };
    const answers = [403, 200, 403, 403, 403].map((status) => Response.json(refusal, { status }));
    const fetch = vi.fn(async (_path: string, _init: RequestInit) => answers.shift());
    vi.stubGlobal('fetch', fetch);
    const seen: unknown[] = [];
    setFailureHandler(async (error) => seen.push(error) > 0);
    const change = () =>
      call('PUT /api/user/update/:userId', {
        userId: 'me',
        body: { email: 'new@example.com' },
      }).catch((error) => error);
    try {
      expect(await change()).toEqual(refusal);
      expect(fetch.mock.calls[1]).toEqual(fetch.mock.calls[0]);
      expect(seen).toEqual([expect.objectContaining({ status: 403, code: 'reauthenticate' })]);
      expect(await change()).toBeInstanceOf(ApiFailure);
      expect(fetch).toHaveBeenCalledTimes(4);
    } finally {
      setFailureHandler(undefined);
    }
    expect(await change()).toMatchObject({ code: 'reauthenticate' });
    expect(fetch).toHaveBeenCalledTimes(5);
  });
});
