import type { RefObject } from 'react';
import type { Post, PostDraft } from '../../../api/contract/posts.ts';
import type { Draft } from '../../stores/post-drafts.ts';
import type { Problem } from './problems.tsx';
import type { Editor } from './quill/create.ts';
import type { useDraft } from './useDraft.ts';

export type Fields = Pick<PostValues, 'title' | 'category' | 'image' | 'imageAlt'>;

/** A change of the form's content that the author didn't type. */
export type Notice =
  /** `isOutdated`: the post was saved elsewhere after the author started. */
  { kind: 'restored'; isOutdated: boolean } | { kind: 'discarded'; draft: Draft };

export type PostValues = Required<Omit<PostDraft, 'categoryLabel'>> &
  Pick<PostDraft, 'categoryLabel'>;

/** The stored version that the form changes. */
export interface Base {
  postId: string;
  /** Its `updatedAt`. The server refuses to overwrite a newer version. */
  startedFrom: string;
}

export interface FormState {
  owner: string;
  /** The message to show after saving. */
  saved: string;
  base: RefObject<Base | null>;
  setBase: (base: Base | null) => void;
  /** The latest version of the post that this page knows, or null for a new post. */
  stored: RefObject<Post | null>;
  /** The number of changes since the post was last saved. */
  changes: RefObject<number>;
  draft: ReturnType<typeof useDraft>;
  editor: RefObject<Editor | null>;
  values: () => PostValues;
  setProblem: (problem: Problem | null) => void;
  setNotice: (notice: Notice | null) => void;
  element: RefObject<HTMLFormElement | null>;
}
