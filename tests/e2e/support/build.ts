import { ensureBuild } from '../../../scripts/build.ts';

/** Builds once before all tests, so that servers that start at the same time share the build. */
export default async function build(): Promise<void> {
  await ensureBuild({ say: (line) => process.stdout.write(`${line}\n`) });
}
