import { MAX_BIO_LENGTH, MAX_LINKS } from '../../../../api/contract/users.ts';
import { TextAreaField } from '../../ui/Field.tsx';

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
      <TextAreaField
        label="Bio"
        hint={`Shown on your page, ${page}.`}
        name="bio"
        rows={3}
        maxLength={MAX_BIO_LENGTH}
        value={bio}
        onChange={({ target }) => edit('bio', target.value)}
      />
      <TextAreaField
        label="Links"
        hint={`One address per line, up to ${MAX_LINKS}.`}
        name="links"
        rows={3}
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://"
        value={links.join('\n')}
        onChange={({ target }) => edit('links', target.value.split('\n'))}
      />
    </>
  );
}
