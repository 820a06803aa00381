export const ADDRESS_LINK =
  'link inline-flex items-center [overflow-wrap:anywhere] pointer-coarse:min-h-11';

/** Whether it's a whole address, not only a path. */
export const isOnOldSite = (address: string) => /^https?:\/\//i.test(address);

/** A link to the old site, or plain text if only a path is known. */
export function OldAddress({ address }: { address: string }) {
  if (!isOnOldSite(address)) {
    return <span className="[overflow-wrap:anywhere]">{address}</span>;
  }
  return (
    <a className={ADDRESS_LINK} href={address} target="_blank" rel="noreferrer">
      {address.replace(/^https?:\/\//i, '')}
    </a>
  );
}
