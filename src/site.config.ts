/** A link of the site's own or to somewhere else. */
export interface SiteLink {
  label: string;
  href: string;
}

/** The services whose icons the site knows. */
export type Network = 'code' | 'professional' | 'microblog' | 'photos';

/** A profile of the owner on another service. */
export interface Profile extends SiteLink {
  network: Network;
  /** The name of the owner there, as it is shown. */
  handle: string;
}

/** A category that posts can have. `uncategorized` stands for "every one" in the search filter. */
export interface Category {
  /** Stored with the post and used in addresses: `[a-z0-9][a-z0-9-]{0,39}`. */
  slug: string;
  /** Shown on chips and in the search filter. */
  label: string;
  /** Shown in the editors when it differs. */
  editorLabel?: string;
  /** Shown on the chip of a post when it differs. */
  chipLabel?: string;
}

/** Everything about this site that is its owner's to decide. */
export interface SiteConfig {
  name: string;
  tagline: string;
  /** What search engines and feed readers say about the site. */
  description: string;
  /** BCP 47 */
  language: string;
  navigation: SiteLink[];
  categories: Category[];
  /** Their slugs, in the order in which the search page offers them. */
  searchOrder: string[];
  profiles: Record<Network, Profile>;
  /** The two outside links under "Resources" in the footer. */
  resources: [SiteLink, SiteLink];
  contact: {
    /** General mail. */
    email: string;
    /** For questions about personal data. */
    privacyEmail: string;
    /** For reports of weaknesses. */
    securityEmail: string;
    /** Roughly when a writer may expect an answer. */
    replyTime: string;
  };
  privacy: {
    /**
     * How long you keep the server's logs, as the privacy page says it. The server only prints them: set
     * your system (journald, Docker, logrotate) to match.
     */
    logRetention: string;
  };
  owner: {
    /** Who is responsible for the site, in the legal pages. */
    name: string;
    /** One or two sentences on the About page. */
    bio: string;
  };
  footer: {
    blurb: string;
    credit: string;
  };
  /** The banner on the home page that leads to the professional network. */
  connect: { title: string; text: string; action: string };
  /** The block below every post. */
  callToAction: { title: string; text: string };
  /** Show the Google button. While Google sign-in is not set up, it is disabled and says so. */
  showGoogleButton: boolean;
}

export const site: SiteConfig = {
  name: 'Inkwell',
  tagline:
    'Notes on building for the web, written to be read slowly: JavaScript, React, Next.js, and whatever else is worth working out on paper.',
  description:
    'Articles about JavaScript, React, Next.js and the craft of building for the web, with room to talk below each one.',
  language: 'en',

  navigation: [
    { label: 'Home', href: '/' },
    { label: 'About', href: '/about' },
    { label: 'Contact', href: '/contact' },
  ],

  categories: [
    {
      slug: 'uncategorized',
      label: 'All Categories',
      editorLabel: 'Select a category',
      chipLabel: 'Uncategorized',
    },
    { slug: 'javascript', label: 'JavaScript' },
    { slug: 'reactjs', label: 'React.js' },
    { slug: 'nextjs', label: 'Next.js' },
  ],
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
    bio: 'This site follows one professional journey: the projects that worked, the ones that taught something by not working, and what both were good for.',
  },

  footer: {
    blurb:
      'A place for exploring ideas, sharing knowledge and building connections through content.',
    credit: 'Made with care, and with Inkwell.',
  },

  connect: {
    title: 'Let’s connect',
    text: 'Work in progress, talks and the occasional question go to LinkedIn first. Come and say hello.',
    action: 'Connect on LinkedIn',
  },

  callToAction: {
    title: 'There is more where this came from',
    text: 'Every article is here, sorted and searchable. Or follow along and hear of the next one first.',
  },

  showGoogleButton: true,
};

/** The label of a post's category on chips; one outside of the list is shown as it is stored. */
export function categoryLabel(slug: string): string {
  const category = site.categories.find((candidate) => candidate.slug === slug);
  return category?.chipLabel ?? category?.label ?? slug;
}
