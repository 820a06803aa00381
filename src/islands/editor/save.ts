import type { Post } from '../../../api/contract/posts.ts';
import { api } from '../../lib/api.ts';

/** What is sent. */
export interface PostValues {
  title: string;
  category: string;
  image: string;
  content: string;
}

/** The version of a post that an edit began from. */
export interface Base {
  postId: string;
  /** Its `updatedAt`: a newer version is not overwritten. */
  startedFrom: string;
}

/** Stores a post of `userId`: over the version it began from, or as a new one. Gives what is stored. */
export async function savePost(
  userId: string,
  values: PostValues,
  base: Base | null,
): Promise<Post> {
  if (base === null) return api.createPost(values);
  const { postId, startedFrom } = base;
  return (await api.updatePost(postId, userId, { ...values, startedFrom })).updatedPost;
}
