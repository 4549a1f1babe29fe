const channelName = 'confirm-sign-in';

/** In the small window: tells the page that waits how it went. Not by `opener`, which a visit to another site cuts. */
export function tellWaitingPage(isConfirmed: boolean): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(isConfirmed);
  channel.close();
  window.close();
}

/**
 * Opens a small window at an address and listens for how it went there.
 * @returns what ends the listening; null when the browser opened no window
 */
export function openConfirmation(address: string, onOutcome: (isConfirmed: boolean) => void): (() => void) | null {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = (event: MessageEvent<unknown>) => onOutcome(event.data === true);
  const small = window.open(address, channelName, 'popup,width=520,height=720');
  if (small) return () => channel.close();
  channel.close();
  return null;
}
