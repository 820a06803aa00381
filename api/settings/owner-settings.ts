import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import { hasSecondFactor } from '../../db/queries/second-factor.ts';
import { listSettings, setSetting } from '../../db/queries/settings.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { auditAs } from '../audit/record.ts';
import type { OwnerSettings } from '../contract/settings.ts';
import { ConflictError } from '../errors.ts';
import type { Services } from '../services.ts';

/** Stored as JSON in the table `settings`. */
const PREFIX = 'owner:';
const MIN_AUDIT_DAYS = 30;
const MAX_AUDIT_DAYS = 3650;
const AUDIT_DAYS = `auditDays must be a whole number from ${MIN_AUDIT_DAYS} to ${MAX_AUDIT_DAYS}.`;

type Key = keyof OwnerSettings;

/** The accepted values of each setting, and its default. */
const SETTINGS: {
  [K in Key]: { accepts: z.ZodType<OwnerSettings[K]>; fallback: OwnerSettings[K] };
} = {
  auditDays: {
    accepts: z.int(AUDIT_DAYS).min(MIN_AUDIT_DAYS, AUDIT_DAYS).max(MAX_AUDIT_DAYS, AUDIT_DAYS),
    fallback: 365,
  },
  signUpCheck: {
    accepts: z.enum(['auto', 'always'], 'signUpCheck must be "auto" or "always".'),
    fallback: 'auto',
  },
  checkPwned: { accepts: z.boolean('checkPwned must be true or false.'), fallback: false },
  requireSecondFactor: {
    accepts: z.boolean('requireSecondFactor must be true or false.'),
    fallback: false,
  },
  verifyBeforeComment: {
    accepts: z.boolean('verifyBeforeComment must be true or false.'),
    fallback: false,
  },
  countViews: { accepts: z.boolean('countViews must be true or false.'), fallback: true },
};

const KEYS = Object.keys(SETTINGS) as Key[];

/** Absent settings keep their values. */
export const ownerSettingsInput = z.object({
  auditDays: SETTINGS.auditDays.accepts.optional(),
  signUpCheck: SETTINGS.signUpCheck.accepts.optional(),
  checkPwned: SETTINGS.checkPwned.accepts.optional(),
  requireSecondFactor: SETTINGS.requireSecondFactor.accepts.optional(),
  verifyBeforeComment: SETTINGS.verifyBeforeComment.accepts.optional(),
  countViews: SETTINGS.countViews.accepts.optional(),
});

export async function readOwnerSettings(db: Db): Promise<OwnerSettings> {
  const stored = new Map((await listSettings(db, PREFIX)).map(({ name, value }) => [name, value]));
  const entries = KEYS.map((key) => [key, parse(key, stored.get(key))]);
  return Object.fromEntries(entries) as OwnerSettings;
}

/** An earlier or later version may have stored a different value. */
function parse<K extends Key>(key: K, json: string | undefined): OwnerSettings[K] {
  const { accepts, fallback } = SETTINGS[key];
  if (json === undefined) return fallback;
  try {
    return accepts.catch(fallback).parse(JSON.parse(json));
  } catch {
    return fallback;
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
    for (const key of KEYS) {
      const [from, to] = [settings[key], wanted[key]];
      if (to === undefined || to === from) continue;
      Object.assign(settings, { [key]: to });
      const entry = { action: `settings.${key}` as const, details: { from, to } };
      await Promise.all([
        setSetting(tx, PREFIX + key, JSON.stringify(to)),
        auditAs(tx, services, caller, entry),
      ]);
    }
    return settings;
  });
}
