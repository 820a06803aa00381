import { BlockEmbed } from 'quill/blots/block.js';

/** What the placeholder of a picture shows. */
export interface PendingState {
  /** The name of the file, if it has one. */
  name: string;
  /** An address of the picture that this page can show, or an empty string. */
  preview: string;
  /** Why the upload failed; null while it's running. */
  failure: string | null;
  /** Whether it can be tried again: the page has the file. */
  canRetry: boolean;
}

/** The states of placeholders by their ids. */
export const pendingStates = new Map<string, PendingState>();

/** Stands for an upload in a draft: the name of the file comes after it. */
const LOST = 'lost:';

/** Returns the id of a placeholder in a draft, which outlives the upload. */
export function lostId(id: string): string {
  return id.startsWith(LOST) ? id : `${LOST}${pendingStates.get(id)?.name ?? ''}`;
}

function stateOf(id: string): PendingState {
  const name = id.startsWith(LOST) ? id.slice(LOST.length) : '';
  const failure = 'The page was closed before the upload finished. Insert the picture again.';
  return pendingStates.get(id) ?? { name, preview: '', failure, canRetry: false };
}

/** The placeholder of a picture until it's uploaded. Never sent or saved. */
export class PendingPicture extends BlockEmbed {
  static override blotName = 'pending-image';
  static override tagName = 'DIV';
  static override className = 'ql-pending-image';

  static override create(id: string) {
    const node = BlockEmbed.create.call(PendingPicture) as HTMLElement;
    node.setAttribute('contenteditable', 'false');
    node.setAttribute('role', 'group');
    node.dataset.upload = id;
    showPending(node, stateOf(id));
    return node;
  }

  static override formats() {
    return {};
  }

  static override value(node: HTMLElement) {
    return node.dataset.upload;
  }
}

/** Shows the state of an upload. Its buttons are handled in `uploads.ts`. */
export function showPending(node: HTMLElement, state: PendingState): void {
  const { name, preview, failure, canRetry } = state;
  const picture = name === '' ? 'Picture' : `Picture ${name}`;
  node.setAttribute('aria-label', `${picture}: ${failure ?? 'uploading'}`);
  node.toggleAttribute('data-failed', failure !== null);
  const parts: HTMLElement[] = [];
  if (preview !== '') {
    const image = document.createElement('img');
    image.src = preview;
    image.alt = '';
    parts.push(image);
  }
  if (failure !== null) {
    const message = document.createElement('p');
    const title = document.createElement('strong');
    title.textContent = name === '' ? 'Image upload failed' : `Image upload failed: ${name}`;
    message.append(title, ` ${failure}`);
    parts.push(message, ...(canRetry ? [buttonOf('Retry')] : []), buttonOf('Remove'));
  }
  node.replaceChildren(...parts);
}

function buttonOf(name: 'Retry' | 'Remove'): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'btn btn-secondary btn-small';
  button.dataset.action = name.toLowerCase();
  button.textContent = name;
  return button;
}

/**
 * Waits until the browser can show the picture, so that it replaces the placeholder without a
 * flash.
 */
export async function preload(url: string): Promise<void> {
  const image = new Image();
  image.src = url;
  await Promise.race([
    image.decode().catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, 3000)),
  ]);
}
