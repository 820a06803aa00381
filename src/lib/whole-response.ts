const Streamed = globalThis.Response;

/**
 * A response whose content is there as a whole, as every page of ours is. The platform's own copies it three times on its way
 * through a stream, and keeps it for as long as the response: what Astro knows of a page outlives its
 * rendering until V8 looks through the whole heap, for each page makes hidden classes of its own. This one lets go of
 * its content when it is read.
 */
export class WholeResponse extends Streamed {
  #content: Uint8Array<ArrayBuffer> | string | null = null;
  #isRead = false;

  constructor(body: BodyInit | null = null, init?: ResponseInit) {
    const isWhole = typeof body === 'string' || body instanceof Uint8Array;
    super(isWhole ? null : body, init);
    if (!isWhole) return;
    this.#content = body as Uint8Array<ArrayBuffer> | string;
    if (typeof body === 'string' && !this.headers.has('content-type')) {
      this.headers.set('content-type', 'text/plain;charset=UTF-8');
    }
  }

  /** `instanceof Response` holds for those of `fetch` and of `Response.json` as well. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Streamed;
  }

  override get body() {
    return this.#content === null ? super.body : new Streamed(this.#content).body;
  }

  override get bodyUsed(): boolean {
    return this.#isRead || super.bodyUsed;
  }

  override clone(): Response {
    if (this.#isRead) throw new TypeError('The body has been read already.');
    return this.#content === null ? super.clone() : new WholeResponse(this.#content, this);
  }

  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#isRead) throw new TypeError('The body has been read already.');
    const content = this.#content;
    if (content === null) return super.bytes();
    this.#isRead = true;
    this.#content = null;
    return typeof content === 'string' ? new TextEncoder().encode(content) : content;
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = await this.bytes();
    const isExact = byteLength === buffer.byteLength;
    return isExact ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes());
  }

  override async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  override async blob(): Promise<Blob> {
    return new Blob([await this.bytes()], { type: this.headers.get('content-type') ?? '' });
  }

  override async formData(): Promise<FormData> {
    return new Streamed(await this.bytes(), this).formData();
  }
}
