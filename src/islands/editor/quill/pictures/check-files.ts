import { isHeic, isUploadable, withPictureType } from '../../../../lib/picture-type.ts';

/** Files that an author inserts, by whether they can be uploaded. */
export interface CheckedFiles {
  /** Can be uploaded. Each has the correct type. */
  pictures: readonly File[];
  others: readonly File[];
}

/** Finds pictures by the first bytes of the files. */
export async function checkFiles(files: readonly File[]): Promise<CheckedFiles> {
  const checked = await Promise.all(
    files.map(async (chosen) => {
      const file = await withPictureType(chosen);
      // A folder can't be read.
      const isPicture = isUploadable(file) || (await isHeic(file).catch(() => false));
      return { file, isPicture };
    }),
  );
  const filesThat = (isPicture: boolean) =>
    checked.filter((one) => one.isPicture === isPicture).map(({ file }) => file);
  return { pictures: filesThat(true), others: filesThat(false) };
}
