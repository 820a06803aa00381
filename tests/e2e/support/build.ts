import { ensureBuild } from '../../../scripts/build.ts';

/** Once before all tests, so that servers that start at the same time find the build there. */
export default async function build(): Promise<void> {
  await ensureBuild({ say: (line) => process.stdout.write(`${line}\n`) });
}
