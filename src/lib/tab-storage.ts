/** What a tab keeps of the signed-in user's work: names in session storage, or how they begin. */
const OF_A_USER = ['comment-draft:', 'profile-draft', 'suggested-username'];
const CHANNEL = 'inkwell-signed-out';

/** Removes the signed-in user's unsent work from this tab. Never throws. */
export function clearTab(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (OF_A_USER.some((name) => key.startsWith(name))) sessionStorage.removeItem(key);
    }
  } catch {
    // Without storage nothing was kept.
  }
}

/** The same in every tab of this browser that `clearWithOthers` was called in. */
export function clearAllTabs(): void {
  clearTab();
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('clear');
  channel.close();
}

/** Clears this tab when the user signs out in another one. Returns a cleanup function. */
export function clearWithOthers(): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = clearTab;
  return () => channel.close();
}
