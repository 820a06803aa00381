import { MAX_BIO_LENGTH, MAX_LINKS } from '../../../../api/contract/users.ts';
import { FieldFrame } from '../../ui/Field.tsx';

interface Props {
  username: string;
  bio: string;
  links: readonly string[];
  edit(field: 'bio', value: string): void;
  edit(field: 'links', value: string[]): void;
}

/** What the author's page shows, besides the posts. */
export function AuthorFields({ username, bio, links, edit }: Props) {
  const page = `/author/${username.toLowerCase()}`;
  return (
    <>
      <FieldFrame label="Bio" hint={`Shown on your page, ${page}.`}>
        {(control) => (
          <textarea
            {...control}
            name="bio"
            className="field"
            rows={3}
            maxLength={MAX_BIO_LENGTH}
            value={bio}
            onChange={({ target }) => edit('bio', target.value)}
          />
        )}
      </FieldFrame>
      <FieldFrame label="Links" hint={`One address per line, up to ${MAX_LINKS}.`}>
        {(control) => (
          <textarea
            {...control}
            name="links"
            className="field"
            rows={3}
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://"
            value={links.join('\n')}
            onChange={({ target }) => edit('links', target.value.split('\n'))}
          />
        )}
      </FieldFrame>
    </>
  );
}
