import { readdir, readFile } from 'node:fs/promises';
import { z } from 'zod';

const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/;

const instant = z.iso.datetime().transform((text) => new Date(text));

/** "Title, 2": the title of a series and the place of the post in it. */
const series = z
  .string()
  .regex(/^.+, [1-9]\d*$/, 'must be a title, a comma and a number')
  .transform((text) => {
    const comma = text.lastIndexOf(', ');
    return { title: text.slice(0, comma), position: Number(text.slice(comma + 2)) };
  });

const postHead = z.strictObject({
  title: z.string().min(1).max(200),
  /** Default: made from the title. */
  slug: z.string().optional(),
  category: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  categoryLabel: z.string().min(1).optional(),
  date: instant,
  picture: z.string().min(1).nullable().default(null),
  tags: z
    .string()
    .default('')
    .transform((text) => text.split(', ').filter((tag) => tag !== '')),
  series: series.nullable().default(null),
  language: z.string().default(''),
  featured: z
    .literal('yes')
    .optional()
    .transform((value) => value === 'yes'),
});
const users = z.array(
  z.strictObject({ username: z.string(), email: z.email(), createdAt: instant }),
);
const comments = z.array(
  z.strictObject({
    post: z.string(),
    user: z.string(),
    /** For the replies to this comment. */
    id: z.string().optional(),
    /** The `id` of an earlier comment on the same post. */
    replyTo: z.string().optional(),
    content: z.string().min(1).max(200),
    createdAt: instant,
    likes: z.array(z.string()),
  }),
);
const pictures = z.record(
  z.string(),
  z.strictObject({
    width: z.number(),
    height: z.number(),
    bytes: z.number(),
    alt: z.string().optional(),
  }),
);

/** An article. `file` has no `.html`; the content refers to pictures as `demo:NAME.webp`. */
export interface DemoPost extends Omit<z.output<typeof postHead>, 'date' | 'featured'> {
  file: string;
  createdAt: Date;
  isFeatured: boolean;
  content: string;
}

/** The content that the first start writes into an empty database. */
export interface DemoContent {
  posts: DemoPost[];
  users: z.output<typeof users>;
  /** `post` is the `file` of a post; `user` and `likes` are usernames. */
  comments: z.output<typeof comments>;
  /** By file name. Variants are NAME-{480,960,1600}.avif and NAME-{480,960}.webp. */
  pictures: z.output<typeof pictures>;
  picturesDir: URL;
}

/** Reads the demo content, oldest post first. Throws an Error that names a malformed file. */
export async function loadDemo(): Promise<DemoContent> {
  const postsDir = new URL('posts/', import.meta.url);
  const files = (await readdir(postsDir)).filter((file) => file.endsWith('.html'));
  const posts = await Promise.all(
    files.map(async (file) => parseDemoPost(file, await readFile(new URL(file, postsDir), 'utf8'))),
  );
  posts.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());

  return {
    posts,
    users: await readJson('users.json', users),
    comments: await readJson('comments.json', comments),
    pictures: await readJson('pictures.json', pictures),
    picturesDir: new URL('pictures/', import.meta.url),
  };
}

/** Parses an article: front matter and HTML. Error messages name `file`. */
export function parseDemoPost(file: string, text: string): DemoPost {
  const [, head, content] = FRONT_MATTER.exec(text.replaceAll('\r\n', '\n')) ?? [];
  if (head === undefined || content === undefined) {
    throw new Error(`${file}: no front matter between two lines of "---"`);
  }

  const fields = head.split('\n').map((line) => {
    const colon = line.indexOf(': ');
    if (colon === -1) throw new Error(`${file}: not "name: value" in the front matter: ${line}`);
    return [line.slice(0, colon), line.slice(colon + 2).trim()] as const;
  });
  const { date, featured, ...rest } = check(file, postHead, Object.fromEntries(fields));
  const stem = file.replace(/\.html$/, '');
  return { ...rest, file: stem, createdAt: date, isFeatured: featured, content: content.trim() };
}

async function readJson<T>(file: string, schema: z.ZodType<T>): Promise<T> {
  const text = await readFile(new URL(file, import.meta.url), 'utf8');
  try {
    return check(file, schema, JSON.parse(text));
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new Error(`${file}: ${cause.message}`, { cause });
    throw cause;
  }
}

function check<T>(file: string, schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (!result.success) throw new Error(`${file}: ${z.prettifyError(result.error)}`);
  return result.data;
}
