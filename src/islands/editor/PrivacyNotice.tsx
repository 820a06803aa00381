import { useState } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import { Button } from '../ui/Button.tsx';
import { Loading } from './problems.tsx';
import { storedForm } from './quill/stored/tree.ts';
import type { DocumentForm } from './useDocumentForm.ts';
import { useLoad } from './useLoad.ts';
import { linesOf, plainText } from './version-lines.ts';

/** For the page that replaces the privacy policy: what the site stores, to put into the text. */
export function PrivacyNotice({ form }: { form: DocumentForm }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="privacy-notice"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        What this site stores about people
        <Icon name="chevron-down" size={18} />
      </summary>
      {isOpen && <StoredData form={form} />}
    </details>
  );
}

function StoredData({ form }: { form: DocumentForm }) {
  const { content, contentChanged } = form;
  const request = useLoad(loadStoredData);
  const [isInserted, setIsInserted] = useState(false);
  const insert = (html: string) => {
    content.editor.current?.replace((content.currentHtml() ?? '') + html);
    contentChanged();
    setIsInserted(true);
  };
  return (
    <Loading request={request} name="the list" onSignIn={form.signIn}>
      {(html) => (
        <div>
          <p>
            Your page replaces the site's privacy policy, so it should say this. The list is that of
            the version you run. After an upgrade, look here for changes.
          </p>
          <section
            aria-label="The list"
            className="privacy-notice-list"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls with the keyboard
            tabIndex={0}
          >
            {linesOf(html).map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list doesn't change
              <p key={index}>{plainText(line)}</p>
            ))}
          </section>
          <Button
            small
            variant="secondary"
            disabled={!content.isReady}
            onClick={() => insert(html)}
          >
            Insert at the end of the text
          </Button>
          <p role="status" className="field-hint">
            {isInserted && 'Inserted. You can edit it like the rest of the text.'}
          </p>
        </div>
      )}
    </Loading>
  );
}

/** Returns the list in the stored form of a text. */
async function loadStoredData(signal: AbortSignal): Promise<string> {
  const response = await fetch('/stored-data', { signal });
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  const [, body = ''] = /<body[^>]*>([\s\S]*)<\/body>/.exec(await response.text()) ?? [];
  return storedForm(body);
}
