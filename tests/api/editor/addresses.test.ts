import { describe, expect, it } from 'vitest';
import { videoUrl } from '../../../api/contract/urls.ts';
import { addressesIn, onlyAddress } from '../../../src/islands/editor/quill/addresses.ts';

describe('a pasted text that is only an address', () => {
  it.each([
    ['https://example.com', 'https://example.com'],
    ['  https://example.com/a?b=c#d\n', 'https://example.com/a?b=c#d'],
    ['\u200bhttps://example.com/a_(b)\u00a0', 'https://example.com/a_(b)'],
    ['http://localhost:4321/post/a', 'http://localhost:4321/post/a'],
    ['www.example.com', 'https://www.example.com'],
    ['example.com/a', 'https://example.com/a'],
    ['https://münchen.de/straße', 'https://münchen.de/straße'],
    ['ada@example.com', 'mailto:ada@example.com'],
    ['mailto:ada@example.com', 'mailto:ada@example.com'],
    ['tel:+4930123', 'tel:+4930123'],
  ])('%j is the link %j', (text, url) => {
    expect(onlyAddress(text)).toBe(url);
  });

  it.each([
    ...['', 'word', 'Node.js', 'README.md', 'and/or', '3.5', 'https://', 'http://word', '/usr/bin'],
    ...['https://example.com and more', 'javascript:alert(1)', 'C:\\a', 'a@b', 'www.'],
    `https://example.com/${'a'.repeat(5000)}`,
  ])('%j is none', (text) => {
    expect(onlyAddress(text)).toBeNull();
  });
});

describe('addresses in text', () => {
  const found = (text: string) =>
    addressesIn(text).map(({ index, length }) => text.slice(index, index + length));

  it.each([
    ['see https://a.example/b, or http://c.example.', ['https://a.example/b', 'http://c.example']],
    ['(https://a.example/b_(c))', ['https://a.example/b_(c)']],
    ['<https://a.example> “https://b.example”', ['https://a.example', 'https://b.example']],
    ['请看https://a.example/路径。然后', ['https://a.example/路径']],
    ['请看 https://a.example/路径。然后', ['https://a.example/路径']],
    ['www.a.example! HTTPS://B.EXAMPLE/?x=1&y=2…', ['www.a.example', 'HTTPS://B.EXAMPLE/?x=1&y=2']],
    ['*https://a.example* [https://b.example]', ['https://a.example', 'https://b.example']],
    ['a.example Node.js me@a.example', ['me@a.example']],
  ])('in %j are found without punctuation', (text, addresses) => {
    expect(found(text)).toEqual(addresses);
  });
});

describe('the address of a video', () => {
  const player = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
  it.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/watch?app=desktop&feature=share&v=dQw4w9WgXcQ&list=PL1',
    'https://m.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://music.youtube.com/watch?v=dQw4w9WgXcQ&si=abc',
    'https://youtu.be/dQw4w9WgXcQ?si=abc',
    'https://www.youtu.be/dQw4w9WgXcQ/',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ?feature=share',
    'https://www.youtube.com/live/dQw4w9WgXcQ',
    'https://www.youtube.com/embed/dQw4w9WgXcQ',
    'https://www.youtube.com/e/dQw4w9WgXcQ',
    'https://www.youtube.com/v/dQw4w9WgXcQ',
    'https://www.youtube.com/watch/dQw4w9WgXcQ',
  ])('%s is known', (address) => {
    expect(videoUrl(address)).toBe(player);
    expect(videoUrl(player)).toBe(player);
  });

  it.each(['?t=1m30s', '?start=90', '#t=90', '#t=1m30s'])('keeps the time %s', (time) => {
    expect(videoUrl(`https://youtu.be/dQw4w9WgXcQ${time}`)).toBe(`${player}?start=90`);
  });

  it.each([
    ['https://vimeo.com/76979871', '76979871'],
    ['https://vimeo.com/76979871?share=copy#t=0', '76979871'],
    ['https://player.vimeo.com/video/76979871', '76979871'],
    ['https://vimeo.com/channels/staffpicks/76979871', '76979871'],
    ['https://vimeo.com/groups/shortfilms/videos/76979871', '76979871'],
    ['https://vimeo.com/album/2222/video/76979871', '76979871'],
    ['https://vimeo.com/showcase/2222/video/76979871', '76979871'],
    ['https://vimeo.com/ondemand/film/76979871', '76979871'],
    ['https://vimeo.com/manage/videos/76979871', '76979871'],
    ['https://vimeo.com/76979871/0123456789', '76979871?h=0123456789'],
    ['https://vimeo.com/manage/videos/76979871/0123456789', '76979871?h=0123456789'],
  ])('%s is known', (address, video) => {
    expect(videoUrl(address)).toBe(`https://player.vimeo.com/video/${video}`);
  });

  it.each([
    'https://www.youtube.com/',
    'https://www.youtube.com/@channel',
    'https://www.youtube.com/playlist?list=PL1234567890',
    'https://vimeo.com/channels/staffpicks',
    'https://vimeo.com/watch',
    'https://youtube.example/watch?v=dQw4w9WgXcQ',
  ])('%s is none', (address) => {
    expect(videoUrl(address)).toBeNull();
  });
});
