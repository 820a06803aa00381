import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import { recordPage } from '../../db/queries/changes.ts';
import { hasSecondFactor } from '../../db/queries/second-factor.ts';
import { listSettings, setSetting } from '../../db/queries/settings.ts';
import { changeTaskState } from '../../db/queries/task-state.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { auditAs } from '../audit/record.ts';
import { FEED_PATH } from '../contract/urls.ts';
import { ConflictError } from '../errors.ts';
import type { Services } from '../services.ts';

/** Stored as JSON in the table `settings`. */
const PREFIX = 'owner:';

/**
 * Settings that the owner changes in the dashboard. Settings that the process needs at startup are
 * environment variables.
 */
const ownerSettings = z.object({
  /** Days that entries of the audit log are kept. */
  auditDays: wholeNumber('auditDays', 30, 3_650),
  /** When a sign-up needs a puzzle: after many in the last hour, or always. */
  signUpCheck: z.enum(['auto', 'always'], 'signUpCheck must be "auto" or "always".'),
  /** Whether new passwords are looked up at Have I Been Pwned. */
  checkPwned: z.boolean('checkPwned must be true or false.'),
  /** Administrators need a passkey or two-step verification to work in the dashboard. */
  requireSecondFactor: z.boolean('requireSecondFactor must be true or false.'),
  /** Members must confirm their email before they comment. Only if the site sends mail. */
  verifyBeforeComment: z.boolean('verifyBeforeComment must be true or false.'),
  /** Views are counted, without addresses or cookies. */
  countViews: z.boolean('countViews must be true or false.'),
  /** Characters of a comment that members may write. */
  commentLength: wholeNumber('commentLength', 50, 10_000),
  /** Comments that wait for approval; `first`: until one of the member's comments is visible. */
  commentHold: z.enum(
    ['none', 'first', 'links', 'all'],
    'commentHold must be "none", "first", "links" or "all".',
  ),
  /** Comments with one of these words or hosts wait for approval. */
  commentBlockList: z
    .array(
      z.string('commentBlockList must be a list of texts.').trim().min(1).max(100),
      'commentBlockList must be a list of texts.',
    )
    .max(1_000, 'commentBlockList may have at most 1,000 entries.'),
  /** A visible comment with this number of reports waits for approval. 0: never. */
  reportsToHold: wholeNumber('reportsToHold', 0, 1_000),
  /** Days after which posts take no comments. Null: they always do. */
  commentsCloseAfterDays: wholeNumber('commentsCloseAfterDays', 1, 3_650).nullable(),
  /** Minutes in which members may edit a comment. Null: always. */
  commentEditMinutes: wholeNumber('commentEditMinutes', 1, 10_080).nullable(),
  /** Address of the WebSub hub that learns about new posts. Empty: none. */
  webSubHub: z
    .string('webSubHub must be text.')
    .trim()
    .max(500, 'webSubHub must have at most 500 characters.')
    .refine((text) => text === '' || isHub(text), 'The hub must be an https:// URL.'),
  /** How often to make a backup. */
  backupEvery: z.enum(['off', 'day', 'week'], 'backupEvery must be "off", "day" or "week".'),
  /** The number of backups that are kept. */
  backupKeep: wholeNumber('backupKeep', 1, 100),
  /** How often to export the site to Markdown files (`EXPORT_DIR`). */
  exportEvery: z.enum(['off', 'day', 'week'], 'exportEvery must be "off", "day" or "week".'),
});

function isHub(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '';
}

function wholeNumber(name: string, min: number, max: number) {
  const text = `${name} must be a whole number from ${min} to ${max}.`;
  return z.int(text).min(min, text).max(max, text);
}

type OwnerSettings = z.output<typeof ownerSettings>;

const DEFAULTS: OwnerSettings = {
  auditDays: 365,
  signUpCheck: 'auto',
  checkPwned: false,
  requireSecondFactor: false,
  verifyBeforeComment: false,
  countViews: true,
  commentLength: 200,
  commentHold: 'none',
  commentBlockList: [],
  reportsToHold: 3,
  commentsCloseAfterDays: null,
  commentEditMinutes: null,
  webSubHub: '',
  backupEvery: 'off',
  backupKeep: 7,
  exportEvery: 'off',
};
const KEYS = Object.keys(DEFAULTS) as (keyof OwnerSettings)[];

/** Absent settings keep their values. */
export const ownerSettingsInput = ownerSettings.partial();

export async function readOwnerSettings(db: Db): Promise<OwnerSettings> {
  const stored = new Map((await listSettings(db, PREFIX)).map(({ name, value }) => [name, value]));
  const entries = KEYS.map((key) => [key, parse(key, stored.get(key))]);
  return Object.fromEntries(entries) as OwnerSettings;
}

/** An earlier or later version may have stored a different value. */
function parse(key: keyof OwnerSettings, json: string | undefined): unknown {
  if (json === undefined) return DEFAULTS[key];
  try {
    return ownerSettings.shape[key].parse(JSON.parse(json));
  } catch {
    return DEFAULTS[key];
  }
}

/** Changes settings on behalf of an administrator. Returns all of them. */
export async function changeOwnerSettings(
  services: Pick<Services, 'database' | 'env' | 'now'>,
  caller: Caller,
  wanted: z.output<typeof ownerSettingsInput>,
): Promise<OwnerSettings> {
  return await writeAs(services, caller, { verb: 'settings.change' }, async (tx, { id }) => {
    const settings = await readOwnerSettings(tx);
    if (wanted.requireSecondFactor && !(await hasSecondFactor(tx, id))) {
      throw new ConflictError('Set up a passkey or two-step verification for yourself first.');
    }
    const former = { ...settings };
    for (const key of KEYS) {
      const [from, to] = [settings[key], wanted[key]];
      if (to === undefined || JSON.stringify(to) === JSON.stringify(from)) continue;
      Object.assign(settings, { [key]: to });
      const entry = { action: `settings.${key}` as const, details: { from, to } };
      await Promise.all([
        setSetting(tx, PREFIX + key, JSON.stringify(to)),
        auditAs(tx, services, caller, entry),
      ]);
    }
    if (settings.webSubHub !== former.webSubHub) await recordPage(tx, FEED_PATH, services.now());
    const since = { at: services.now().toISOString() };
    for (const task of ['backup', 'export'] as const) {
      const isTurnedOn = former[`${task}Every`] === 'off' && settings[`${task}Every`] !== 'off';
      if (isTurnedOn) await changeTaskState(tx, task, { since });
    }
    return settings;
  });
}
