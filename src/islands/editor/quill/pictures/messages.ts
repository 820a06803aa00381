import type { Problem } from '../../problems.tsx';

/** The message about files that aren't pictures. */
export function unsupportedProblem(files: readonly File[]): Problem {
  const names = files.map(({ name }) => name || 'This file').join(', ');
  return {
    message: `${names} can't be uploaded. Pictures must be JPEG, PNG, WebP, AVIF or GIF.`,
  };
}

/** The message about pictures that only their own program can read. */
export function lostProblem(count: number): Problem {
  const what = count === 1 ? 'A picture' : `${count} pictures`;
  return {
    message: `${what} couldn't be pasted with the text. Copy each one separately, or use “Insert image”.`,
  };
}

/** The message about pictures that only their own site can show. */
export function remoteProblem(count: number): Problem {
  const what = count === 1 ? 'A pasted picture is' : `${count} pasted pictures are`;
  return {
    message: `${what} still on another site, which doesn't allow copying. To stop depending on that site, download the picture and insert it.`,
    tone: 'info',
  };
}
