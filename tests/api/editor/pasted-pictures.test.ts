import { describe, expect, it } from 'vitest';
import { judgePicture, picturesOfRtf } from '../../../src/islands/editor/quill/pasted-pictures.ts';
import { withPictureType } from '../../../src/lib/picture-type.ts';

/** Word writes each picture twice: the second time as a metafile for old programs. */
const picture = (blip: string, hex: string) =>
  `{\\*\\shppict{\\pict{\\*\\picprop\\shplid1025{\\sp{\\sn shapeType}{\\sv 75}}}\\picscalex100\\picw4233\\pich2117\n` +
  `\\${blip}\\bliptag-1289453\\blipupi96{\\*\\blipuid b32451f3\n0a}${hex}\n}}{\\nonshppict{\\pict\\picw4233\\wmetafile8 0100090000}}`;
const rtf = (...pictures: string[]) =>
  `{\\rtf1\\ansi {\\fonttbl{\\f0 Arial;}} text ${pictures.join(' and ')}\\par }`;
const bytesOf = async (file: File | null | undefined) =>
  file && Buffer.from(await file.arrayBuffer()).toString('hex');

describe('pictures in RTF', () => {
  it('pictures in RTF are found in order, each once', async () => {
    const found = picturesOfRtf(
      rtf(picture('pngblip', '8950\n4e47'), picture('jpegblip', 'FFD8ff')),
    );
    expect(found.map((file) => file?.type)).toEqual(['image/png', 'image/jpeg']);
    expect(await bytesOf(found[0])).toBe('89504e47');
    expect(await bytesOf(found[1])).toBe('ffd8ff');
  });

  it('pictures in RTF of formats that browsers do not show are null', () => {
    const found = picturesOfRtf(rtf(picture('emfblip', '01'), picture('pngblip', '89')));
    expect(found.map((file) => file?.type)).toEqual([undefined, 'image/png']);
  });

  it('pictures in RTF are an empty list if there are none', () => {
    expect(picturesOfRtf('')).toEqual([]);
    expect(picturesOfRtf(rtf())).toEqual([]);
  });
});

describe('a picture in pasted HTML', () => {
  const kindOf = (src: string) => judgePicture(src, () => null).kind;

  it('a picture in pasted HTML is uploaded from its data, downloaded, or already on this site', async () => {
    const judged = judgePicture('data:image/png;base64,iVBORw==', () => null);
    expect(judged.kind === 'file' && (await bytesOf(judged.file))).toBe('89504e47');
    expect(kindOf('blob:https://example.com/1')).toBe('remote');
    expect(kindOf('/uploads/1-a.png')).toBe('local');
  });

  it.each([
    ['data:image/jpg;base64,/9j/4AAQSkZJRg==', 'image/jpeg'],
    ['data:image/pjpeg;name=a.jpg;base64,/9j/4AAQSkZJRg==', 'image/jpeg'],
    ['data:;base64,R0lGODlh', 'image/gif'],
    ['data:application/octet-stream;base64,iVBORw0K', 'image/png'],
    ['data:image/x-webp;base64,UklGRgAAAABXRUJQ', 'image/webp'],
    ['data:image/png;base64,AAAAIGZ0eXBhdmlm', 'image/avif'],
    ['data:image/png;base64,%2F9j%2F4AAQ', 'image/jpeg'],
  ])('the first bytes of %j decide that it’s uploaded as %s', (src, type) => {
    const judged = judgePicture(src, () => null);
    expect(judged.kind === 'file' && judged.file.type).toBe(type);
  });

  it('a file without a type gets the type of its first bytes', async () => {
    const jpeg = new File([Buffer.from('ffd8ffe0', 'hex')], 'IMG_1234');
    expect((await withPictureType(jpeg)).type).toBe('image/jpeg');
    const text = new File(['hello'], 'a.txt', { type: 'text/plain' });
    expect(await withPictureType(text)).toBe(text);
  });

  it.each([
    '',
    'file:///C:/a.png',
    'cid:1@mail',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:text/html;base64,PGI+',
    'webkit-fake-url://1/a.png',
    'javascript:alert(1)',
  ])('%j is lost', (src) => {
    expect(kindOf(src)).toBe('lost');
  });

  it('a picture in pasted HTML that is a local file of Word comes from the RTF', () => {
    const file = new File(['x'], 'a.png', { type: 'image/png' });
    expect(judgePicture('file:///a.png', () => file)).toEqual({ kind: 'file', file });
  });
});
