/** The settings of `SITE_TARGET`, as the environment has them. */
interface Values {
  SITE_TARGET: 'none' | 's3';
  SITE_S3_ENDPOINT?: string | undefined;
  SITE_S3_REGION?: string | undefined;
  SITE_S3_BUCKET?: string | undefined;
  SITE_S3_ACCESS_KEY_ID?: string | undefined;
  SITE_S3_SECRET_ACCESS_KEY?: string | undefined;
  PURGE_DRIVER: 'none' | 'cloudflare' | 'bunny' | 'fastly' | 'webhook';
  PURGE_ZONE?: string | undefined;
  PURGE_TOKEN?: string | undefined;
  PURGE_URL?: string | undefined;
}

type Name = Exclude<keyof Values, 'SITE_TARGET' | 'PURGE_DRIVER'>;

/** The bucket with the copy of the site. */
export interface BucketSettings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** How to purge changed addresses from the CDN. */
export type PurgeSettings =
  | { driver: 'cloudflare'; zone: string; token: string }
  | { driver: 'fastly'; zone: string; token: string }
  | { driver: 'bunny'; token: string }
  | { driver: 'webhook'; url: string; token: string };

/** Where the published site is copied to. */
export interface SiteTargetSettings extends BucketSettings {
  purge: PurgeSettings | undefined;
}

/**
 * Returns the settings of the copy of the site, or `undefined` if there is none. Throws the result
 * of `refuse` for lines such as "SITE_S3_BUCKET: is missing, while SITE_TARGET is "s3"".
 */
export function siteTargetOf(
  values: Values,
  refuse: (lines: string[]) => Error,
): SiteTargetSettings | undefined {
  const problems: string[] = [];
  const required = (name: Name, why: string): string => {
    const value = values[name];
    if (value === undefined) problems.push(`${name}: is missing, while ${why}`);
    return value ?? '';
  };
  if (values.SITE_TARGET === 'none') {
    if (values.PURGE_DRIVER !== 'none') throw refuse(['PURGE_DRIVER: needs SITE_TARGET=s3']);
    return undefined;
  }
  const why = 'SITE_TARGET is "s3"';
  const settings = {
    endpoint: required('SITE_S3_ENDPOINT', why),
    region: required('SITE_S3_REGION', why),
    bucket: required('SITE_S3_BUCKET', why),
    accessKeyId: required('SITE_S3_ACCESS_KEY_ID', why),
    secretAccessKey: required('SITE_S3_SECRET_ACCESS_KEY', why),
    purge: purgeOf(values.PURGE_DRIVER, required),
  };
  if (problems.length > 0) throw refuse(problems);
  return settings;
}

function purgeOf(
  driver: Values['PURGE_DRIVER'],
  required: (name: Name, why: string) => string,
): PurgeSettings | undefined {
  if (driver === 'none') return undefined;
  const why = `PURGE_DRIVER is "${driver}"`;
  const token = required('PURGE_TOKEN', why);
  if (driver === 'bunny') return { driver, token };
  if (driver === 'webhook') return { driver, token, url: required('PURGE_URL', why) };
  return { driver, token, zone: required('PURGE_ZONE', why) };
}
