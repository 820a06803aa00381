/** A link to a page of this site or of another one. */
export interface SiteLink {
  label: string;
  href: string;
}

/** The kinds of services the site has icons for. */
export type Network = 'code' | 'professional' | 'microblog' | 'photos';

/** A profile of the site's owner on another service. */
export interface Profile extends SiteLink {
  network: Network;
  /** The owner's name on that service, as shown to readers. */
  handle: string;
}

/** A category of posts. In the search filter, `uncategorized` means all categories. */
export interface Category {
  /** Stored with the post and used in addresses: `[a-z0-9][a-z0-9-]{0,39}`. */
  slug: string;
  /** Shown on chips and in the search filter. */
  label: string;
  /** Label in the editor, if it differs. */
  editorLabel?: string;
  /** Label on the chips of posts, if it differs. */
  chipLabel?: string;
}

/** Colors of links and buttons to choose from. The first one is the default. */
export const ACCENTS = [
  'ink',
  'teal',
  'forest',
  'plum',
  'berry',
  'brick',
  'ocean',
  'graphite',
] as const;

/** An uploaded logo. `dark` is for the dark theme; if it's empty, both themes use `light`. */
export interface Logo {
  light: string;
  dark: string;
  /** Size in pixels of `light`. */
  width: number;
  height: number;
}

/** How the reading time is rounded on cards and on the page of a post. */
export type ReadingTime = Record<'cards' | 'post', 'up' | 'nearest'>;

/** The site's settings: the dashboard's values over those of `src/site.config.ts`. */
export interface Site {
  name: string;
  tagline: string;
  /** Shown by search engines and feed readers. */
  description: string;
  /** BCP 47 */
  language: string;
  /** IANA name, such as `Europe/Berlin`: for the times at which posts are published. */
  timeZone: string;
  /** Whether a first visit shows the theme of the reader's system instead of the light one. */
  followSystemTheme: boolean;
  /** Null: the product's own mark beside the name. */
  logo: Logo | null;
  accent: (typeof ACCENTS)[number];
  navigation: SiteLink[];
  categories: Category[];
  /** Slugs of categories, in the order of the search filter. */
  searchOrder: string[];
  profiles: Partial<Record<Network, Profile>>;
  /** The links under "Resources" in the footer. */
  resources: SiteLink[];
  contact: {
    /** For general questions. */
    email: string;
    /** For questions about personal data. */
    privacyEmail: string;
    /** For vulnerability reports. */
    securityEmail: string;
    /** Completes the sentence "We usually reply …". */
    replyTime: string;
  };
  privacy: {
    /** How long the server's logs are kept, for the privacy policy. */
    logRetention: string;
  };
  owner: {
    /** The person or company responsible for the site, for the legal pages. */
    name: string;
    /** One or two sentences on the About page. */
    bio: string;
    /** Path or URL of a square photo of the owner, for the About page. */
    picture?: string;
    /** Links to the owner's other profiles, on the About page. Default: `profiles`. */
    links?: SiteLink[];
  };
  footer: { blurb: string; credit: string };
  readingTime: ReadingTime;
  /** The banner on the home page with a link to the professional network. */
  connect: { title: string; text: string; action: string };
  /** The block below every post. */
  callToAction: { title: string; text: string };
  /** Show the Google button. It is disabled, and says so, until Google sign-in is set up. */
  showGoogleButton: boolean;
  /** Posts on the home page as cards, or as rows. */
  homeLayout: 'cards' | 'list';
}

/** The site's settings that a page is rendered with. */
export interface SiteState {
  /** The highest stored version; 0 if none is stored. */
  version: number;
  /** Names the values of `site`: the same values have the same hash. */
  hash: string;
  site: Site;
  /** When each value last changed in the dashboard (ISO 8601), for the dates of pages. */
  changedAt: Partial<Record<keyof Site, string>>;
}

/** Values of keys that `src/site.config.ts` doesn't have, so that owners' copies stay valid. */
const ADDED = {
  followSystemTheme: false,
  logo: null,
  accent: ACCENTS[0],
  homeLayout: 'cards',
} as const satisfies Partial<Site>;

/**
 * Newer texts. Each one replaces the old text if `src/site.config.ts` still has it word for word.
 */
const NEWER = {
  tagline: {
    from: 'Notes on building for the web, written to be read slowly: JavaScript, React, Next.js, and whatever else is worth working out on paper.',
    to: 'Notes on building for the web, written to be read slowly.',
  },
  bio: {
    from: 'This site follows one professional journey: the projects that worked, the ones that didn’t, and what both taught me.',
    to: 'This is a demo of Inkwell. On a real site, the owner introduces themselves here, with a photo and links.',
  },
};

/** Returns the values of `src/site.config.ts`, with those of keys and texts newer than the file. */
export function withDefaults(config: Omit<Site, keyof typeof ADDED>): Site {
  const { tagline, owner } = config;
  return {
    ...ADDED,
    ...config,
    tagline: tagline === NEWER.tagline.from ? NEWER.tagline.to : tagline,
    owner: { ...owner, bio: owner.bio === NEWER.bio.from ? NEWER.bio.to : owner.bio },
  };
}

/**
 * Returns the label of a category for chips: the owner's, the one that an author typed, or the
 * slug.
 */
export function categoryLabel(
  categories: readonly Category[],
  slug: string,
  typed?: string | null,
): string {
  const category = categories.find((candidate) => candidate.slug === slug);
  return category?.chipLabel ?? category?.label ?? typed ?? slug;
}
