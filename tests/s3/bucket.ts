import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AwsClient } from 'aws4fetch';
import { expect } from 'vitest';

const endpoint = process.env.TEST_S3_ENDPOINT ?? '';
const BUCKET = 'pictures';
/** Swift's address of the bucket, which is private. */
export const bucketUrl = `${endpoint}/v1/AUTH_test/${BUCKET}`;
export const variables = {
  STORAGE: 's3',
  S3_ENDPOINT: endpoint,
  S3_REGION: 'us-east-1',
  S3_BUCKET: BUCKET,
  S3_ACCESS_KEY_ID: 'test:tester',
  S3_SECRET_ACCESS_KEY: 'testing',
  S3_PUBLIC_URL: '',
};
export const client = new AwsClient({
  accessKeyId: variables.S3_ACCESS_KEY_ID,
  secretAccessKey: variables.S3_SECRET_ACCESS_KEY,
  service: 's3',
  region: variables.S3_REGION,
});
/** The policy of docs/storage.md: names that begin with a digit are public, `incoming/` isn't. */
const PUBLIC = /^\/\d[^/]*$/;

/** A CDN in front of a private bucket, because Swift has no per-name policies. */
const cdn = createServer(async (request, response) => {
  const path = request.url ?? '/';
  const found = PUBLIC.test(path)
    ? await client.fetch(`${endpoint}/${BUCKET}${path}`)
    : new Response(null, { status: 403 });
  response.writeHead(found.status, {
    'Content-Type': found.headers.get('Content-Type') ?? 'text/plain',
  });
  response.end(Buffer.from(await found.arrayBuffer()));
});

/** Creates the bucket, and makes it readable through the CDN at `S3_PUBLIC_URL`. */
export async function openBucket(): Promise<void> {
  const made = await client.fetch(`${endpoint}/${BUCKET}`, { method: 'PUT' });
  // Another file may have created it.
  expect([200, 409]).toContain(made.status);
  cdn.listen(0, '127.0.0.1');
  await once(cdn, 'listening');
  variables.S3_PUBLIC_URL = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}`;
}

export function closeBucket(): void {
  cdn.close();
}

/** Returns what `incoming/` has of a picture, or `undefined`. */
export async function incoming(publicUrl: string): Promise<Buffer | undefined> {
  const name = publicUrl.split('/').at(-1);
  const response = await client.fetch(`${endpoint}/${BUCKET}/incoming/${name}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  return response.ok ? bytes : undefined;
}
