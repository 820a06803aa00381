import { startSwift } from './swift.ts';

/** Starts one store for all files. */
export default async function setup(): Promise<() => Promise<void>> {
  const swift = await startSwift();
  // Workers inherit it.
  process.env.TEST_S3_ENDPOINT = swift.url;
  return swift.stop;
}
