/** What Pagefind's metadata is made of. */
export type Cbor = number | string | null | boolean | Cbor[];

/**
 * Reads the part of CBOR (RFC 8949) that Pagefind's metadata uses: unsigned and negative integers, text,
 * arrays, booleans and null. Throws when there is anything else.
 */
export function decodeCbor(bytes: Uint8Array): Cbor {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;

  function length(info: number): number {
    const start = at;
    if (info < 24) return info;
    const size = info === 24 ? 1 : info === 25 ? 2 : info === 26 ? 4 : 8;
    at += size;
    if (info === 24) return view.getUint8(start);
    if (info === 25) return view.getUint16(start);
    if (info === 26) return view.getUint32(start);
    if (info === 27) return Number(view.getBigUint64(start));
    throw new Error(`CBOR: length ${info} at ${start}`);
  }

  function value(): Cbor {
    const head = view.getUint8(at++);
    const kind = head >> 5;
    const info = head & 31;
    if (kind === 4 && info === 31) return untilBreak();
    if (kind === 7) return simple(info);
    const size = length(info);
    if (kind === 0) return size;
    if (kind === 1) return -1 - size;
    if (kind === 3) {
      at += size;
      return new TextDecoder().decode(bytes.subarray(at - size, at));
    }
    if (kind === 4) return Array.from({ length: size }, value);
    throw new Error(`CBOR: kind ${kind} at ${at}`);
  }

  function untilBreak(): Cbor[] {
    const items: Cbor[] = [];
    while (view.getUint8(at) !== 0xff) items.push(value());
    at++;
    return items;
  }

  return value();
}

function simple(info: number): Cbor {
  if (info === 20) return false;
  if (info === 21) return true;
  if (info === 22 || info === 23) return null;
  throw new Error(`CBOR: simple value ${info}`);
}
