import type { Comment } from '../../api/comments/comment.ts';
import type { Post } from '../../api/posts/post.ts';
import type { PublishStatus } from '../../api/publisher/types.ts';
import type { Picture } from './pictures.ts';

/** An account as its owner and administrators see it. */
export interface User {
  _id: string;
  username: string;
  email: string;
  profilePicture: string;
  isAdmin: boolean;
  createdAt: string;
}

/** An account as everybody sees it. */
export type PublicUser = Pick<User, '_id' | 'username' | 'profilePicture' | 'isAdmin'>;

export type { Comment, Post };

export interface PostList {
  posts: Post[];
  totalPosts: number;
  lastMonthPosts: number;
  /** What is known of the covers, when it was asked for. */
  pictures?: Picture[];
}

export interface UserList {
  users: User[];
  totalUsers: number;
  lastMonthUsers: number;
}

/** A comment in the administrators' list: with the post that it stands under. */
export interface ListedComment extends Comment {
  post: { slug: string; title: string } | null;
}

export interface CommentList {
  comments: ListedComment[];
  totalComments: number;
  lastMonthComments: number;
}

export interface Done {
  success: boolean;
  message: string;
}

export interface PostQuery {
  userId?: string;
  category?: string;
  slug?: string;
  postId?: string;
  searchTerm?: string;
  sort?: string;
  startIndex?: number;
  limit?: number;
  /** Also what is known of the covers. */
  pictures?: 1;
}

export interface Page {
  startIndex?: number;
  limit?: number;
}

/** A page of a list that can be searched. */
export interface SearchPage extends Page {
  searchTerm?: string;
}

/** What was made in a month (`2025-01`, in UTC). */
export interface MonthCounts {
  month: string;
  posts: number;
  comments: number;
  users: number;
}

/** How much is left of the demo content. */
export interface DemoCounts {
  posts: number;
  users: number;
}

export interface PostDraft {
  title: string;
  category: string;
  content: string;
  image?: string;
}

export type ProfileChanges = Partial<
  Record<'username' | 'email' | 'password' | 'profilePicture', string>
>;

export interface UploadRequest {
  kind: 'post' | 'profile';
  name: string;
  type: string;
  size: number;
}

/** The identity that Google has proven in the popup. `password` is the account's, when it is asked for. */
export interface GooglePerson {
  name: string;
  email: string;
  profilePhoto: string;
  password?: string;
}

/** `suggestedUsername` is there for a new account. */
export type GoogleSignIn = Done & { user: User; suggestedUsername?: string };

/** Where the browser sends the bytes of a file, and the address that it will then have. */
export interface UploadTarget {
  method: string;
  url: string;
  headers: Record<string, string>;
  publicUrl: string;
}

/**
 * A call that was refused or did not get through. `status` is that of the answer, 0 when there was none;
 * then `message` is the text of the exception. `retryAfter` is in seconds.
 */
export class ApiFailure extends Error {
  override name = 'ApiFailure';
  readonly status: number;
  readonly retryAfter: number | undefined;
  /** Tells two refusals of the same status apart. */
  readonly code: string | undefined;

  constructor(
    status: number,
    message: string,
    options: { retryAfter?: number; code?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.status = status;
    this.code = options.code;
    this.retryAfter = options.retryAfter;
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface CallOptions {
  /** Ends the call; it then throws the signal's own reason, not an ApiFailure. */
  signal?: AbortSignal;
}

type Remedy = (error: unknown) => Promise<boolean>;

let remedy: Remedy | undefined;

/** Sets what may be done about calls that fail: when it resolves to `true`, the call is repeated. */
export function setRemedy(next: Remedy | undefined): void {
  remedy = next;
}

/** Makes a call, and once more when there was a remedy for its failure. */
async function call(...request: Parameters<typeof send>): Promise<Response> {
  try {
    return await send(...request);
  } catch (error) {
    if (!(await remedy?.(error))) throw error;
    return await send(...request);
  }
}

async function send(method: Method, path: string, body?: unknown, options: CallOptions = {}) {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiFailure(0, error instanceof Error ? error.message : String(error), {
      cause: error,
    });
  }
  if (!response.ok) throw await failureOf(response);
  return response;
}

async function failureOf(response: Response): Promise<ApiFailure> {
  const body: { message?: unknown; code?: unknown } | null = await response
    .json()
    .catch(() => null);
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  const message = textOf(body?.message) ?? fallbackMessage(response.status);
  return new ApiFailure(response.status, message, { retryAfter, code: textOf(body?.code) });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function fallbackMessage(status: number): string {
  return status >= 500
    ? 'The server could not answer. Please try again.'
    : `Request failed (${status})`;
}

/** The server is ours and its answers are tested against these types; anything else is not JSON at all. */
async function json<T>(
  method: Method,
  path: string,
  body?: unknown,
  options?: CallOptions,
): Promise<T> {
  const response = await call(method, path, body, options);
  try {
    return (await response.json()) as T;
  } catch (error) {
    if (options?.signal?.aborted) throw error;
    throw new ApiFailure(response.status, 'The answer of the server could not be read.', {
      cause: error,
    });
  }
}

function query(values: object): string {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

const id = encodeURIComponent;

/**
 * Every call that the site makes, one function each. They give the body of the answer and throw an
 * `ApiFailure` when it is a refusal or there is none.
 */
export const api = {
  session: (options?: CallOptions) =>
    json<{ user: User | null }>('GET', '/api/auth/session', undefined, options),
  signIn: (input: { email: string; password: string }) =>
    json<Done & { user: User }>('POST', '/api/auth/signin', input),
  signUp: (input: { username: string; email: string; password: string }) =>
    json<Done>('POST', '/api/auth/signup', input),
  google: (person: GooglePerson) => json<GoogleSignIn>('POST', '/api/auth/google', person),
  /** Proves who is at the keyboard: by password, or by what Google has just proven in the popup. */
  reauthenticate: (proof: { password: string } | { google: true }) =>
    json<Done>('POST', '/api/auth/reauthenticate', proof),
  signOut: () => json<Done>('POST', '/api/user/signout'),

  user: (userId: string, options?: CallOptions) =>
    json<PublicUser>('GET', `/api/user/${id(userId)}`, undefined, options),
  updateUser: (userId: string, changes: ProfileChanges) =>
    json<User>('PUT', `/api/user/update/${id(userId)}`, changes),
  deleteUser: (userId: string) => json<Done>('DELETE', `/api/user/delete/${id(userId)}`),
  users: (page: SearchPage, options?: CallOptions) =>
    json<UserList>('GET', `/api/user/getusers${query(page)}`, undefined, options),

  posts: (filter: PostQuery = {}, options?: CallOptions) =>
    json<PostList>('GET', `/api/post/getposts${query(filter)}`, undefined, options),
  createPost: (draft: PostDraft) => json<Post>('POST', '/api/post/create', draft),
  /** A post as its page would show it (`page` is a whole HTML page), without storing it. */
  previewPost: (draft: PostDraft, options?: CallOptions) =>
    json<{ content: string; text: string; page: string }>(
      'POST',
      '/api/post/preview',
      draft,
      options,
    ),
  /** The categories that posts have. */
  categories: (options?: CallOptions) =>
    json<{ categories: string[] }>('GET', '/api/post/categories', undefined, options),
  /** With `startedFrom` (the `updatedAt` that the edit began from) a newer version is refused with 409. */
  updatePost: (postId: string, userId: string, draft: Partial<Post> & { startedFrom?: string }) =>
    json<Done & { updatedPost: Post }>(
      'PUT',
      `/api/post/updatepost/${id(postId)}/${id(userId)}`,
      draft,
    ),
  deletePost: (postId: string, userId: string) =>
    json<Done>('DELETE', `/api/post/deletepost/${id(postId)}/${id(userId)}`),

  /** `website` is a trap for programs: empty or absent when a person writes. */
  createComment: (input: { content: string; postId: string; userId: string; website?: string }) =>
    json<Comment>('POST', '/api/comment/create', input),
  /** The comments of a post, newest first, and how many there are in all. */
  async postComments(postId: string, page: Page = {}, options?: CallOptions) {
    const path = `/api/comment/getPostComments/${id(postId)}${query(page)}`;
    const response = await call('GET', path, undefined, options);
    const comments = (await response.json()) as Comment[];
    const total = Number(response.headers.get('x-total-count') ?? comments.length);
    return { comments, total };
  },
  editComment: (commentId: string, content: string) =>
    json<Comment>('PUT', `/api/comment/editComment/${id(commentId)}`, { content }),
  likeComment: (commentId: string) =>
    json<Comment>('PUT', `/api/comment/likeComment/${id(commentId)}`),
  deleteComment: (commentId: string) =>
    json<Done>('DELETE', `/api/comment/deleteComment/${id(commentId)}`),
  comments: (page: SearchPage, options?: CallOptions) =>
    json<CommentList>('GET', `/api/comment/getcomments${query(page)}`, undefined, options),

  overview: (options?: CallOptions) =>
    json<{ months: MonthCounts[] }>('GET', '/api/stats/overview', undefined, options),
  publishStatus: (options?: CallOptions) =>
    json<PublishStatus>('GET', '/api/publish/status', undefined, options),
  /** Tries again to publish a post; gives what has come of it. */
  retryPublish: (postId: string) =>
    json<{ success: boolean; state: 'live' | 'failed' }>(
      'POST',
      `/api/publish/retry/${id(postId)}`,
    ),
  demo: (options?: CallOptions) => json<DemoCounts>('GET', '/api/demo/status', undefined, options),
  removeDemo: () => json<Done & { removed: DemoCounts }>('POST', '/api/demo/remove'),

  upload: (input: UploadRequest, options?: CallOptions) =>
    json<UploadTarget>('POST', '/api/upload', input, options),
  /** Says that the bytes are in the store, for stores that browsers send to directly. */
  completeUpload: (publicUrl: string, options?: CallOptions) =>
    json<{ publicUrl: string }>('POST', '/api/upload/complete', { publicUrl }, options),
};
