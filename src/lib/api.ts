import type {
  Comment,
  CommentDraft,
  CommentList,
  CommentQuery,
} from '../../api/contract/comments.ts';
import { providerPath } from '../../api/contract/identities.ts';
import type {
  PostCategory,
  PostDraft,
  PostList,
  PostPreview,
  PostQuery,
} from '../../api/contract/posts.ts';
import type { PublishStatus } from '../../api/contract/publish.ts';
import type { ErrorBody, MonthCounts, Page, Success } from '../../api/contract/responses.ts';
import type { SignUpChallenge } from '../../api/contract/sign-up-check.ts';
import type { UploadRequest, UploadTarget } from '../../api/contract/uploads.ts';
import type {
  GooglePerson,
  IdentityProof,
  ProfileChanges,
  Role,
  SignInInput,
  SignUpInput,
  User,
  UserList,
  UserQuery,
} from '../../api/contract/users.ts';

/** A call that was refused, or that didn't reach the server. */
export class ApiFailure extends Error {
  override name = 'ApiFailure';
  /** The status of the response, 0 if there was none. */
  readonly status: number;
  /** `no_server`: a static host answered, which has the pages of the site but no API. */
  readonly code: ErrorBody['code'] | 'no_server';
  /** In seconds. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    message: string,
    { code, retryAfter, cause }: Partial<Pick<ApiFailure, 'code' | 'retryAfter' | 'cause'>> = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Whether a call failed because this copy of the site has no API. */
export function hasNoServer(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'no_server';
}

/** Returns whether a failed call should be sent again. */
type FailureHandler = (error: unknown) => Promise<boolean>;

let handleFailure: FailureHandler | undefined;

/** Sets the handler that can fix the cause of a failed call, such as a session that is too old. */
export function setFailureHandler(handler: FailureHandler | undefined): void {
  handleFailure = handler;
}

export interface CallOptions {
  /** Aborts the call, which then throws the signal's reason instead of an ApiFailure. */
  signal?: AbortSignal;
}

interface Request extends CallOptions {
  /** Parameters that are undefined or empty are left out. */
  query?: object;
  body?: unknown;
}

/** Sends a call and, if the failure handler says so, sends it once more. */
export async function call(endpoint: string, request: Request): Promise<Response> {
  try {
    return await send(endpoint, request);
  } catch (error) {
    if (!(await handleFailure?.(error))) throw error;
    return await send(endpoint, request);
  }
}

/** `endpoint` is a method and a path: `GET /api/post/getposts`. */
async function send(endpoint: string, { query = {}, body, signal }: Request): Promise<Response> {
  const [method = '', path = ''] = endpoint.split(' ');
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const init = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(path + search(query), { ...init, credentials: 'same-origin', signal });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiFailure(0, cause instanceof Error ? cause.message : String(cause), { cause });
  }
  if (!response.ok) throw await failureOf(response);
  return response;
}

export function search(query: object): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

async function failureOf(response: Response): Promise<ApiFailure> {
  // A proxy in front of the server answers in HTML.
  const body: Partial<ErrorBody> | null = await response.json().catch(() => null);
  const { status, headers } = response;
  if (!body && STATIC_HOST.includes(status)) return noServer();
  const message =
    body?.message ||
    (status >= 500
      ? "The server couldn't answer. Please try again."
      : `Request failed (${status})`);
  const retryAfter = Number(headers.get('retry-after')) || undefined;
  return new ApiFailure(status, message, { code: body?.code, retryAfter });
}

/** Static hosts answer calls with these: not found, method not allowed, not implemented. */
const STATIC_HOST = [404, 405, 501];

/** Always 501, because callers take a 404 for a record that was deleted. */
function noServer(): ApiFailure {
  const message = "This isn't available on this copy of the site.";
  return new ApiFailure(501, message, { code: 'no_server' });
}

/** Returns the body of a successful response. Throws an ApiFailure for every other outcome. */
export async function json<T>(endpoint: string, request: Request = {}): Promise<T> {
  return await parse(await call(endpoint, request), request);
}

async function parse<T>(response: Response, { signal }: CallOptions): Promise<T> {
  try {
    return (await response.json()) as T;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    // Some static hosts answer every path with a page.
    if (response.headers.get('content-type')?.startsWith('text/html')) throw noServer();
    throw new ApiFailure(response.status, 'The server sent an unreadable response.', { cause });
  }
}

export const id = encodeURIComponent;

/** The calls of most pages. Each returns the body of the response or throws an ApiFailure. */
export const api = {
  session: (options?: CallOptions) => json<{ user: User | null }>('GET /api/auth/session', options),
  signIn: (body: SignInInput) => json<Success & { user: User }>('POST /api/auth/signin', { body }),
  signUp: (body: SignUpInput) => json<Success>('POST /api/auth/signup', { body }),
  signUpChallenge: () => json<SignUpChallenge>('POST /api/auth/signup-challenge'),
  /** `suggestedUsername` is set for a new account. */
  signInAt: (provider: string, body: GooglePerson) =>
    json<Success & { user: User; suggestedUsername?: string }>(`POST ${providerPath(provider)}`, {
      body,
    }),
  reauthenticate: (body: IdentityProof) => json<Success>('POST /api/auth/reauthenticate', { body }),
  signOut: () => json<Success>('POST /api/user/signout'),

  updateUser: (userId: string, body: ProfileChanges) =>
    json<User>(`PUT /api/user/update/${id(userId)}`, { body }),
  setRole: (userId: string, role: Role) =>
    json<User>(`PUT /api/user/role/${id(userId)}`, { body: { role } }),
  deleteUser: (userId: string) => json<Success>(`DELETE /api/user/delete/${id(userId)}`),
  users: (query: UserQuery, options?: CallOptions) =>
    json<UserList>('GET /api/user/getusers', { query, ...options }),

  posts: (query: PostQuery = {}, options?: CallOptions) =>
    json<PostList>('GET /api/post/getposts', { query, ...options }),
  previewPost: (body: PostDraft, options?: CallOptions) =>
    json<PostPreview>('POST /api/post/preview', { body, ...options }),
  /** The categories in use, with their labels. */
  categories: (options?: CallOptions) =>
    json<{ categories: PostCategory[] }>('GET /api/post/categories', options),
  deletePost: (postId: string, userId: string) =>
    json<Success>(`DELETE /api/post/deletepost/${id(postId)}/${id(userId)}`),

  createComment: (body: CommentDraft) => json<Comment>('POST /api/comment/create', { body }),
  /** The comments of a post, newest first, and the number of all its comments. */
  async postComments(postId: string, query: Page = {}, options: CallOptions = {}) {
    const endpoint = `GET /api/comment/getPostComments/${id(postId)}`;
    const response = await call(endpoint, { query, ...options });
    const comments = await parse<Comment[]>(response, options);
    const total = Number(response.headers.get('x-total-count') ?? comments.length);
    return { comments, total };
  },
  editComment: (commentId: string, content: string) =>
    json<Comment>(`PUT /api/comment/editComment/${id(commentId)}`, { body: { content } }),
  likeComment: (commentId: string) =>
    json<Comment>(`PUT /api/comment/likeComment/${id(commentId)}`),
  deleteComment: (commentId: string) =>
    json<Success>(`DELETE /api/comment/deleteComment/${id(commentId)}`),
  comments: (query: CommentQuery, options?: CallOptions) =>
    json<CommentList>('GET /api/comment/getcomments', { query, ...options }),

  months: (options?: CallOptions) =>
    json<{ months: MonthCounts[] }>('GET /api/stats/overview', options),
  publishStatus: (options?: CallOptions) => json<PublishStatus>('GET /api/publish/status', options),
  /** Publishes a post again. Returns its new state. */
  retryPublish: (postId: string) =>
    json<{ success: boolean; state: 'live' | 'failed' | 'pending' }>(
      `POST /api/publish/retry/${id(postId)}`,
    ),

  upload: (body: UploadRequest, options?: CallOptions) =>
    json<UploadTarget>('POST /api/upload', { body, ...options }),
  /** Reports that the bytes are in the store. For stores that browsers send to directly. */
  completeUpload: (publicUrl: string, options?: CallOptions) =>
    json<{ publicUrl: string }>('POST /api/upload/complete', { body: { publicUrl }, ...options }),
};
