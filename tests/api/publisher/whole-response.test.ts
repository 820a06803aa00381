import { describe, expect, it } from 'vitest';
import { WholeResponse } from '../../../src/lib/whole-response.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe.each([
  ['a string', 'Grüße – “here”'],
  ['bytes', bytes('Grüße – “here”')],
])('a whole response of %s', (_kind, content) => {
  const make = (init?: ResponseInit) => new WholeResponse(content, init);

  it('gives its content in every form', async () => {
    expect(await make().text()).toBe('Grüße – “here”');
    expect(await make().bytes()).toEqual(bytes('Grüße – “here”'));
    expect(new Uint8Array(await make().arrayBuffer())).toEqual(bytes('Grüße – “here”'));
    expect(await (await make().blob()).text()).toBe('Grüße – “here”');
  });

  it('has its status and headers, and is a Response', () => {
    const response = make({ status: 404, headers: { 'X-Name': 'value' } });
    expect([response.status, response.ok]).toEqual([404, false]);
    expect(response.headers.get('x-name')).toBe('value');
    expect(response).toBeInstanceOf(Response);
  });

  it('is read once, and then lets go of its content', async () => {
    const response = make();
    const copy = response.clone();
    expect(response.bodyUsed).toBe(false);
    await response.text();
    expect(response.bodyUsed).toBe(true);
    await expect(response.text()).rejects.toThrow('read already');
    expect(() => response.clone()).toThrow('read already');
    expect(await copy.text()).toBe('Grüße – “here”');
  });

  it('can be passed on as a stream', async () => {
    const response = make({ headers: { 'content-type': 'text/html' } });
    const passed = new WholeResponse(response.body, response);
    expect(passed.headers.get('content-type')).toBe('text/html');
    expect(await passed.text()).toBe('Grüße – “here”');
  });
});

it('a whole response is like any other where there is no content, or a stream', async () => {
  expect(await new WholeResponse(null, { status: 204 }).text()).toBe('');
  const stream = new Response('streamed').body;
  expect(await new WholeResponse(stream).text()).toBe('streamed');
  expect(new WholeResponse('text').headers.get('content-type')).toBe('text/plain;charset=UTF-8');
  expect(await new WholeResponse('{"a":1}').json()).toEqual({ a: 1 });
  expect(Response.json({}) instanceof WholeResponse).toBe(true);
  expect({} instanceof WholeResponse).toBe(false);
});

it('a part of a larger buffer is given alone', async () => {
  const part = bytes('before part after').subarray(7, 11);
  const buffer = await new WholeResponse(part).arrayBuffer();
  expect(new TextDecoder().decode(buffer)).toBe('part');
});
