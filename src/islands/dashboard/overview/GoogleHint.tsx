import { Code } from '../../ui/Code.tsx';
import { Details } from './Details.tsx';

const CONSOLE = 'https://console.cloud.google.com/auth/clients';

/** Explains how to set up Google sign-in. Readers only see that it isn't available. */
export function GoogleHint({ redirectUri }: { redirectUri: string }) {
  return (
    <section aria-label="Google sign-in" className="mt-5">
      <Details summary="Set up Google sign-in">
        <ol className="max-w-prose list-decimal space-y-2 pl-6 text-sm text-soft [overflow-wrap:anywhere]">
          <li>
            In the{' '}
            <a className="link" href={CONSOLE} target="_blank" rel="noreferrer">
              Google Cloud console
            </a>
            , create an OAuth client of the type "Web application".
          </li>
          <li>
            Add this authorized redirect URI: <Code>{redirectUri}</Code>
          </li>
          <li>
            On the server, set <Code>GOOGLE_CLIENT_ID</Code> and <Code>GOOGLE_CLIENT_SECRET</Code>,
            and restart the site.
          </li>
        </ol>
        <p className="mt-3 max-w-prose text-muted text-xs">
          Google sign-in is off, and readers see a disabled button. To hide it, set{' '}
          <Code>showGoogleButton</Code> to <Code>false</Code> in <Code>src/site.config.ts</Code>.
          For details, see <Code>docs/google-sign-in.md</Code>.
        </p>
      </Details>
    </section>
  );
}
