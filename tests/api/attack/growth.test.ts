import { expect, it } from 'vitest';
import { browserName } from '../../../api/access/browser-name.ts';
import { signUpInput } from '../../../api/auth/sign-up.ts';
import { plainText as commentText } from '../../../api/comments/input.ts';
import { sanitize } from '../../../api/content/sanitize.ts';
import { isEmptyContent, plainText } from '../../../api/content/text.ts';
import { linkify } from '../../../api/contract/links.ts';
import { linkUrl, pictureUrl, videoUrl } from '../../../api/contract/urls.ts';
import { escapeXml } from '../../../api/contract/xml.ts';
import { pathOf, routeKind } from '../../../api/http/routes.ts';
import { parseTarget } from '../../../api/http/target.ts';
import { clientAddress } from '../../../api/network.ts';
import { hashPassword } from '../../../api/passwords/password-hash.ts';
import { cleanLine } from '../../../api/post-fields/input.ts';
import { seriesSlug } from '../../../api/post-fields/series.ts';
import { slugOf } from '../../../api/post-fields/slug.ts';
import { acceptedEncodings, isFresh, namesTag, rangeOf } from '../../../api/static/negotiate.ts';
import { safeName } from '../../../api/uploads/slots.ts';
import { bio, links, profilePicture } from '../../../api/users/rules.ts';
import { namesIn } from '../../../db/picture-names.ts';
import { normalForm, searchWords, wordsOf } from '../../../db/words.ts';
import { countWords } from '../../../src/islands/editor/count-words.ts';
import { linkAddress } from '../../../src/islands/editor/quill/addresses.ts';
import { picturesOfRtf } from '../../../src/islands/editor/quill/pasted-pictures.ts';
import { isBlank } from '../../../src/islands/editor/sync/values.ts';
import { plainText as cardText } from '../../../src/lib/format.ts';
import { shorten } from '../../../src/lib/head.ts';
import { pictureUrls, renderProse } from '../../../src/lib/prose.ts';
import { markedParts, termWords } from '../../../src/lib/search/words.ts';
import { withoutEmoji } from '../../../src/og/lettering.ts';
import { growthOf, SHAPES } from '../../support/growth.ts';

const version = { etag: '"abc"', lastModified: 'Thu, 01 Jan 2026 00:00:00 GMT' };

/** Functions that read text that users sent or stored. */
const READERS: Record<string, (text: string) => unknown> = {
  sanitize,
  plainText,
  isEmptyContent,
  'the page of a post': (text) => renderProse(sanitize(text), new Map()),
  'the heading of a post': (text) => renderProse(sanitize(`<h2>${text}</h2>`), new Map()),
  'the code of a post': (text) => sanitize(`<pre>${text}</pre>`),
  'the marked lines of code': (text) => sanitize(`<pre data-lines="${text}">x</pre>`),
  'the address of a link': (text) => sanitize(`<a href="${text}">x</a>`),
  'the description of a picture': (text) => sanitize(`<img src="/a.png" alt="${text}">`),
  pictureUrls,
  cardText,
  namesIn: (text) => namesIn([text]),
  normalForm,
  wordsOf,
  searchWords,
  'the marks of a result': (text) => markedParts(text, termWords('a 字')),
  'the marks of a term': (text) => markedParts('a 漢字', termWords(text)),
  countWords,
  slugOf,
  seriesSlug,
  safeName: (text) => safeName(text, 'image/png'),
  cleanLine,
  shorten: (text) => shorten(text, 160),
  withoutEmoji,
  escapeXml,
  commentText,
  linkify,
  linkUrl,
  linkAddress: (text) => linkAddress(`a@${text}/`),
  picturesOfRtf: (text) => picturesOfRtf(`{\\pict\\pngblip ${text}}`),
  isBlank: (text) => isBlank({ content: text }),
  pictureUrl,
  videoUrl,
  'the sign-up form': (text) =>
    signUpInput.safeParse({ username: text, email: text, password: text }),
  'the profile form': (text) =>
    [bio, profilePicture].map((schema) => schema.safeParse(text)) && links.safeParse([text]),
  acceptedEncodings,
  namesTag: (text) => namesTag(text, version.etag),
  isFresh: (text) => isFresh(undefined, text, version),
  rangeOf: (text) => rangeOf(`bytes=${text}`, undefined, 1000, version),
  clientAddress: (text) => clientAddress('192.0.2.1', text, 1),
  browserName,
  pathOf,
  routeKind: (text) => routeKind(`/${text}`),
  parseTarget: (text) => parseTarget(`/${text}`),
};

it.each(Object.entries(READERS))(
  '%s takes at most 2.5 times as long for a text of twice the length',
  async (_, read) => {
    const slow: string[] = [];
    for (const [name, shape] of Object.entries(SHAPES)) {
      const growth = await growthOf(read, shape);
      if (growth > 2.5) slow.push(`${name}: ${growth.toFixed(1)}`);
    }
    expect(slow).toEqual([]);
  },
);

it('a password of twice the length takes at most 2.5 times as long to read', async () => {
  const marks = SHAPES['combining marks out of order'];
  // Doesn't wait for the hash, which another thread computes in constant time.
  const read = (text: string) => void hashPassword(text);
  expect(marks && (await growthOf(read, marks))).toBeLessThan(2.5);
});
