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

/** Everything that the site's owner can configure. */
export interface SiteConfig {
  name: string;
  tagline: string;
  /** Shown by search engines and feed readers. */
  description: string;
  /** BCP 47 */
  language: string;
  /** IANA name, such as `Europe/Berlin`: for the times at which posts are published. */
  timeZone: string;
  navigation: SiteLink[];
  categories: Category[];
  /** Their slugs, in the order of the search filter. */
  searchOrder: string[];
  profiles: Record<Network, Profile>;
  /** The two external links under "Resources" in the footer. */
  resources: [SiteLink, SiteLink];
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
    /**
     * How long you keep the server's logs, for the privacy policy. The server only prints them:
     * configure your system (journald, Docker, logrotate) to match.
     */
    logRetention: string;
  };
  owner: {
    /** The person or company responsible for the site, for the legal pages. */
    name: string;
    /** One or two sentences on the About page. */
    bio: string;
  };
  footer: {
    blurb: string;
    credit: string;
  };
  /**
   * How the reading time is rounded on cards and on the page of a post: up, or to the nearest
   * minute. Set both to the same rule to show the same number in both places.
   */
  readingTime: Record<'cards' | 'post', 'up' | 'nearest'>;
  /** The banner on the home page with a link to the professional network. */
  connect: { title: string; text: string; action: string };
  /** The block below every post. */
  callToAction: { title: string; text: string };
  /** Show the Google button. It is disabled, and says so, until Google sign-in is set up. */
  showGoogleButton: boolean;
}

// What browsers need is separate: they load these, and not all of `site`.

export const categories: Category[] = [
  {
    slug: 'uncategorized',
    label: 'All Categories',
    editorLabel: 'Select a category',
    chipLabel: 'Uncategorized',
  },
  { slug: 'javascript', label: 'JavaScript' },
  { slug: 'reactjs', label: 'React.js' },
  { slug: 'nextjs', label: 'Next.js' },
];

export const readingTime: SiteConfig['readingTime'] = { cards: 'up', post: 'nearest' };

export const site: SiteConfig = {
  name: 'Inkwell',
  tagline:
    'Notes on building for the web, written to be read slowly: JavaScript, React, Next.js, and whatever else is worth working out on paper.',
  description:
    'Articles about JavaScript, React, Next.js and the craft of building for the web, with a discussion below each one.',
  language: 'en',
  timeZone: 'UTC',

  navigation: [
    { label: 'Home', href: '/' },
    { label: 'About', href: '/about' },
    { label: 'Contact', href: '/contact' },
  ],

  categories,
  searchOrder: ['uncategorized', 'reactjs', 'nextjs', 'javascript'],

  profiles: {
    code: {
      network: 'code',
      label: 'GitHub',
      href: 'https://github.com/example',
      handle: 'example',
    },
    professional: {
      network: 'professional',
      label: 'LinkedIn',
      href: 'https://www.linkedin.com/in/example',
      handle: 'in/example',
    },
    microblog: {
      network: 'microblog',
      label: 'X',
      href: 'https://x.com/example',
      handle: '@example',
    },
    photos: {
      network: 'photos',
      label: 'Instagram',
      href: 'https://www.instagram.com/example',
      handle: '@example',
    },
  },

  resources: [
    { label: 'GitHub profile', href: 'https://github.com/example' },
    { label: 'LinkedIn profile', href: 'https://www.linkedin.com/in/example' },
  ],

  contact: {
    email: 'hello@example.com',
    privacyEmail: 'privacy@example.com',
    securityEmail: 'security@example.com',
    replyTime: 'within a few days',
  },

  privacy: {
    logRetention: '30 days',
  },

  owner: {
    name: 'the owner of Inkwell',
    bio: 'This site follows one professional journey: the projects that worked, the ones that didn’t, and what both taught me.',
  },

  footer: {
    blurb:
      'A place for exploring ideas, sharing knowledge and building connections through content.',
    credit: 'Made with care, and with Inkwell.',
  },

  readingTime,

  connect: {
    title: 'Let’s connect',
    text: 'I post work in progress, talks and the occasional question on LinkedIn first. Come and say hello.',
    action: 'Connect on LinkedIn',
  },

  callToAction: {
    title: 'There’s more where that came from',
    text: 'Browse and search all articles, or subscribe to get new ones in your feed reader.',
  },

  showGoogleButton: true,
};

/** Returns the label of a category for chips: the owner's, the one an author typed, or the slug. */
export function categoryLabel(slug: string, typed?: string | null): string {
  const category = categories.find((candidate) => candidate.slug === slug);
  return category?.chipLabel ?? category?.label ?? typed ?? slug;
}
