/** The names of what is kept, so that a change can say what it makes out of date. */
export const keys = {
  posts: ['posts'],
  users: ['users'],
  comments: ['comments'],
  recent: ['recent'],
  months: ['months'],
  publishing: ['publishing'],
  demo: ['demo'],
} as const;
