/**
 * Signs out, with the script for that: few visits need it. If it doesn't load, nothing happens:
 * failures to sign out are ignored.
 */
export async function startSignOut(): Promise<void> {
  await import('./sign-out.ts').then(
    (script) => script.signOutAndClear(),
    () => undefined,
  );
}
